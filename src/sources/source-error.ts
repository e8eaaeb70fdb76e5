// Bad input to the pipeline, always with the place to look at.
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly file: string;
  readonly line: number | null;

  constructor(file: string, line: number | null, reason: string, options?: ErrorOptions) {
    super(`${file}${line === null ? "" : `:${line}`}: ${reason}`, options);
    this.file = file;
    this.line = line;
  }
}
