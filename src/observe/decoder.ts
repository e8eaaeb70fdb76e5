// Bytes to receptions: recognises what a stream holds from its first bytes, then reads it as it comes. Nothing is asked
// of the user, and nothing in the stream can make it grow: lines, rows and held-back rows are bounded.
import { createJsonRows } from "./json-rows.ts";
import { createLines } from "./lines.ts";
import type { DocumentFormat } from "./readers/document-format.ts";
import { formatOfRows } from "./readers/formats.ts";
import { readSbsLine, SBS_SOURCE_ID } from "./readers/sbs.ts";
import type { Reception, Rejection, Sink } from "./reception.ts";

export interface DecoderOptions {
  /** Time of rows whose document names none: that of the file or of the answer. */
  readonly documentMs: number;
  /** Sets a time right that the source's clock got wrong; see clock.ts. */
  readonly correct: (ms: number) => number;
}

export interface Recognised {
  readonly name: string;
  readonly sourceId: string;
  /** A snapshot that is written again and again, as against a record of the past. */
  readonly repeats: boolean;
}

export interface Decoder {
  push(chunk: Uint8Array): void;
  end(): void;
  /** Null until enough bytes came, or where they make no sense. */
  recognised(): Recognised | null;
}

/** Some answers name their time after the rows: so many rows wait for it (the world has some 20,000 in the air). */
const MAX_HELD_ROWS = 40_000;
const MAX_MEMBERS = 100;
const BEAST_ESCAPE = 0x1a;
/** Space, tab, line ends, and the three bytes of a byte-order mark. */
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const SBS: Recognised = { name: "SBS", sourceId: SBS_SOURCE_ID, repeats: false };

export function createDecoder(options: DecoderOptions, sink: Sink): Decoder {
  let inner: Decoder | null = null;
  let blank = true;
  return {
    push(chunk) {
      if (inner === null) {
        const first = chunk.find((byte) => !BLANKS.has(byte));
        if (first === undefined) return;
        blank = false;
        inner = choose(first, options, sink);
      }
      inner.push(chunk);
    },
    end() {
      if (inner !== null) inner.end();
      // Nothing at all is what a writer leaves that was caught between truncating and writing.
      else if (blank) sink.reject("JSON cut off");
    },
    recognised: () => inner?.recognised() ?? null,
  };
}

function choose(first: number, options: DecoderOptions, sink: Sink): Decoder {
  if (first === 0x7b || first === 0x5b) return createDocumentDecoder(options, sink);
  if (first === BEAST_ESCAPE || first >= 0x7f) return createRefusal(sink);
  return createSbsDecoder(options.correct, sink);
}

/** Beast and other binary streams: not read, and said so once, however long. */
function createRefusal(sink: Sink): Decoder {
  sink.reject("not text");
  return { push: () => undefined, end: () => undefined, recognised: () => null };
}

export function createSbsDecoder(correct: (ms: number) => number, sink: Sink): Decoder {
  let recognised: Recognised | null = null;
  const lines = createLines({
    line(text, ended) {
      // dump1090 sends an empty line a minute to keep the connection alive.
      if (text === "") return;
      const read = readSbsLine(text, ended, correct);
      if (read !== "not an SBS line") recognised = SBS;
      deliver(read, sink);
    },
    tooLong: () => sink.reject("line too long"),
  });
  return { push: lines.push, end: lines.end, recognised: () => recognised };
}

function createDocumentDecoder({ documentMs, correct }: DecoderOptions, sink: Sink): Decoder {
  const members = new Map<string, unknown>();
  let format: DocumentFormat | null = null;
  let recognised: Recognised | null = null;
  let held: unknown[] = [];
  let atMs: number | null = null;
  /** The clock is judged by the document: one row with a wild time must not shift the others. */
  let offsetMs = 0;

  const setTime = (at: number | null) => {
    atMs = at;
    offsetMs = at === null ? 0 : correct(at) - at;
  };
  const choose = (chosen: DocumentFormat | null): boolean => {
    if (chosen === null) return false;
    format = chosen;
    recognised = { name: chosen.name, sourceId: chosen.sourceId, repeats: chosen.rows !== "trace" };
    setTime(chosen.rows === null ? documentMs : chosen.timeOf(members));
    return true;
  };
  const read = (row: unknown, at: number) => {
    if (format === null) return;
    const reception = format.read(row, at, members);
    if (typeof reception !== "string" && offsetMs !== 0)
      sink.take({ ...reception, atMs: reception.atMs + offsetMs });
    else deliver(reception, sink);
  };
  const release = (at: number) => {
    for (const row of held) read(row, at);
    held = [];
  };

  const rows = createJsonRows({
    begin(bare) {
      members.clear();
      format = null;
      setTime(null);
      if (bare) choose(formatOfRows(null));
    },
    member(name, value) {
      if (members.size < MAX_MEMBERS) members.set(name, value);
      // OpenSky writes null for an empty sky.
      if (value === null && format === null) choose(formatOfRows(name));
      if (format === null || atMs !== null) return;
      setTime(format.timeOf(members));
      if (atMs !== null) release(atMs);
    },
    array: (name) => choose(formatOfRows(name)),
    row(value) {
      if (atMs !== null) read(value, atMs);
      else if (held.length < MAX_HELD_ROWS) held.push(value);
      else sink.reject("time missing or impossible");
    },
    end() {
      release(documentMs);
      if (format === null) sink.reject("JSON without receptions");
    },
    fault(kind) {
      const reason = {
        damaged: "damaged JSON",
        "cut off": "JSON cut off",
        "too long": "JSON element too long",
        "not JSON": "damaged JSON",
      } as const;
      sink.reject(reason[kind]);
    },
  });
  return { push: rows.push, end: rows.end, recognised: () => recognised };
}

function deliver(read: Reception | Rejection, sink: Sink): void {
  if (typeof read === "string") sink.reject(read);
  else sink.take(read);
}
