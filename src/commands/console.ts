// What commands say and where: results to standard output, everything else to standard error; progress as one moving
// line on a terminal and as plain lines elsewhere.

export interface Console {
  out(text: string): void;
  note(text: string): void;
  progress(stage: string, done?: number, total?: number, unit?: string): void;
  /** Ends the moving line. */
  settle(): void;
}

export interface Streams {
  readonly out: { write(text: string): unknown };
  readonly error: { write(text: string): unknown; readonly isTTY?: boolean };
}

const REDRAW_MS = 80;
const BAR = 24;

export function createConsole({ out, error }: Streams): Console {
  const live = error.isTTY === true;
  let drawn = "";
  let drawnAt = 0;
  let stageShown = "";
  const clear = () => {
    if (drawn !== "") error.write(`\r${" ".repeat(drawn.length)}\r`);
    drawn = "";
  };
  return {
    out: (text) => void out.write(`${text}\n`),
    note(text) {
      clear();
      error.write(`${text}\n`);
    },
    progress(stage, done, total, unit) {
      if (!live) {
        if (stage !== stageShown) error.write(`  ${stage}\n`);
        stageShown = stage;
        return;
      }
      const now = performance.now();
      if (stage === stageShown && done !== total && now - drawnAt < REDRAW_MS) return;
      const line =
        total === undefined || total === 0
          ? `  ${stage}`
          : `  ${bar((done ?? 0) / total)} ${stage} ${done}/${total}${unit === undefined ? "" : ` ${unit}`}`;
      error.write(`\r${line.padEnd(drawn.length)}`);
      drawn = line;
      drawnAt = now;
      stageShown = stage;
    },
    settle: clear,
  };
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR);
  return `[${"#".repeat(full)}${".".repeat(BAR - full)}]`;
}

/** A fault the user can mend: said in full, with no stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;
  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Documented in docs/operations.md and `fleet --help`. */
export const EXIT = { ok: 0, failure: 1, usage: 2, badInput: 3, noSnapshot: 4, notFound: 5 } as const;
