// Cuts JSON documents into members and array rows while the bytes stream in, one row in memory at a time: a world-wide
// snapshot or a file of thousands of them needs no more room than one aircraft. Follows brackets and quotes only;
// what it cuts out goes through JSON.parse.

export interface JsonRowsHandler {
  /** A document begins; `bare` if it is an array itself. */
  begin(bare: boolean): void;
  /** A member of the document's object that is no array, or an array nested too deep to hold rows. */
  member(name: string, value: unknown): void;
  /** An array of the document begins: may its rows be wanted? */
  array(name: string): boolean;
  row(value: unknown): void;
  end(): void;
  fault(kind: "damaged" | "cut off" | "too long" | "not JSON"): void;
}

export interface JsonRows {
  push(chunk: Uint8Array): void;
  end(): void;
}

/** An aircraft takes 0.5 to 2 KB; a trace point with details 1 KB. */
export const MAX_ELEMENT_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

type Place = "outside" | "object" | "array";

export function createJsonRows(handler: JsonRowsHandler): JsonRows {
  let place: Place = "outside";
  let bare = false;
  let wanted = false;
  /** Brackets open inside the element being read. */
  let depth = 0;
  let quoted = false;
  let escaped = false;
  let garbage = false;
  let parts: Buffer[] = [];
  let length = 0;

  const keep = (chunk: Buffer, from: number, to: number) => {
    if (to <= from) return;
    length += to - from;
    if (length > MAX_ELEMENT_BYTES) parts = [];
    else parts.push(chunk.subarray(from, to));
  };
  const drop = () => {
    parts = [];
    length = 0;
  };
  const text = (): string | null => {
    if (length > MAX_ELEMENT_BYTES) {
      drop();
      handler.fault("too long");
      return null;
    }
    const joined = (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString("utf8").trim();
    drop();
    return joined;
  };
  const finishElement = () => {
    if (length === 0) return;
    if (place === "array" && !wanted) return drop();
    const element = text();
    if (element === null || element === "") return;
    if (place === "array") parseInto(element, handler.row);
    else
      parseInto(`{${element}}`, (value) => {
        for (const [name, member] of Object.entries(value as object)) handler.member(name, member);
      });
  };
  const parseInto = (element: string, use: (value: unknown) => void) => {
    let value: unknown;
    try {
      value = JSON.parse(element);
    } catch {
      handler.fault("damaged");
      return;
    }
    use(value);
  };
  const reset = () => {
    place = "outside";
    depth = 0;
    quoted = false;
    escaped = false;
    drop();
  };
  const finishDocument = () => {
    handler.end();
    reset();
  };

  /** Each returns where the next element begins, or -1 to read on. */
  const outside = (byte: number, at: number): number => {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      garbage = false;
      bare = byte === OPEN_BRACKET;
      place = bare ? "array" : "object";
      handler.begin(bare);
      wanted = bare;
      return at + 1;
    }
    // Between documents: blanks, commas, line ends, the record separator of JSON text sequences, a byte-order mark.
    if (byte > 0x20 && byte !== COMMA && byte < 0x80 && !garbage) {
      garbage = true;
      handler.fault("not JSON");
    }
    return -1;
  };
  const startArray = (chunk: Buffer, from: number, at: number): boolean => {
    keep(chunk, from, at);
    const name =
      length > MAX_ELEMENT_BYTES
        ? null
        : /^\s*"([^"\\]*)"\s*:\s*$/.exec(Buffer.concat(parts).toString("latin1"));
    if (name === null) return false;
    drop();
    place = "array";
    wanted = handler.array(name[1] ?? "");
    return true;
  };

  const scan = (chunk: Buffer) => {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (quoted) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) quoted = false;
        continue;
      }
      if (place === "outside") {
        const next = outside(byte, at);
        if (next >= 0) from = next;
        continue;
      }
      if (byte > CLOSE_BRACE || (byte > QUOTE && byte < COMMA)) continue;
      switch (byte) {
        case QUOTE:
          quoted = true;
          break;
        case COMMA:
          if (depth > 0) break;
          keep(chunk, from, at);
          finishElement();
          from = at + 1;
          break;
        case OPEN_BRACKET:
          if (depth === 0 && place === "object") {
            if (startArray(chunk, from, at)) from = at + 1;
            else {
              // Kept by startArray already; not a member that could hold rows.
              from = at;
              depth = 1;
            }
            break;
          }
          depth++;
          break;
        case OPEN_BRACE:
          depth++;
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          if (depth > 0) {
            depth--;
            break;
          }
          keep(chunk, from, at);
          from = at + 1;
          close(byte);
          break;
      }
    }
    if (place !== "outside") keep(chunk, from, chunk.length);
  };
  const close = (byte: number) => {
    const fits = (place === "array") === (byte === CLOSE_BRACKET);
    if (!fits) {
      handler.fault("damaged");
      return finishDocument();
    }
    finishElement();
    if (place === "array" && !bare) {
      place = "object";
      return;
    }
    finishDocument();
  };

  return {
    push: (chunk) =>
      scan(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
    end() {
      if (place !== "outside") {
        handler.fault("cut off");
        finishDocument();
      }
      garbage = false;
    },
  };
}
