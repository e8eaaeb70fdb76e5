// Lines out of a byte stream, with a bound: a line that never ends is skipped, counted once, and costs no memory.

export interface Lines {
  push(chunk: Uint8Array): void;
  /** What is left has no line end. */
  end(): void;
}

export interface LinesHandler {
  line(text: string, ended: boolean): void;
  tooLong(): void;
}

/** An SBS line has 60 to 140 characters. */
export const MAX_LINE_LENGTH = 4_096;

export function createLines(handler: LinesHandler): Lines {
  let rest = "";
  let skipping = false;
  const emit = (line: string, ended: boolean) => {
    if (line.length > MAX_LINE_LENGTH) handler.tooLong();
    else handler.line(line.endsWith("\r") ? line.slice(0, -1) : line, ended);
  };
  return {
    push(chunk) {
      const buffer = Buffer.isBuffer(chunk)
        ? chunk
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let from = 0;
      if (skipping) {
        const end = buffer.indexOf(0x0a);
        if (end < 0) return;
        skipping = false;
        from = end + 1;
      }
      const text = rest + buffer.toString("latin1", from);
      let at = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", at)) {
        emit(text.slice(at, end), true);
        at = end + 1;
      }
      rest = text.slice(at);
      if (rest.length > MAX_LINE_LENGTH) {
        handler.tooLong();
        rest = "";
        skipping = true;
      }
    },
    end() {
      if (rest !== "") emit(rest, false);
      rest = "";
      skipping = false;
    },
  };
}
