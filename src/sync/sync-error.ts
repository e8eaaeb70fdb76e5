// Why a download was not taken. A passing fault is tried again; a final one is not.

export class SyncError extends Error {
  override readonly name = "SyncError";
  readonly passing: boolean;
  /** What the server asked for, where it did. */
  readonly waitMs: number | null;

  constructor(reason: string, options: ErrorOptions & { passing?: boolean; waitMs?: number | null } = {}) {
    super(reason, options);
    this.passing = options.passing ?? false;
    this.waitMs = options.waitMs ?? null;
  }
}

export function megabytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
