// Structured access log: one JSON line a request (or one short line for people), gathered and written in blocks so
// that logging costs no system call per request.
import type { IncomingMessage } from "node:http";

export type LogFormat = "json" | "text" | "off";

export interface AccessLog {
  readonly onAnswer: (request: IncomingMessage, status: number, bytes: number, startedMs: number) => void;
  flush(): void;
}

const FLUSH_MS = 200;
const FLUSH_CHARACTERS = 1 << 16;
const SHOWN_TARGET = 200;

export function createAccessLog(
  format: "json" | "text",
  write: (block: string) => void,
  now: () => Date,
): AccessLog {
  let pending = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pending !== "") write(pending);
    pending = "";
  };
  return {
    onAnswer(request, status, bytes, startedMs) {
      const entry = {
        time: now().toISOString(),
        method: request.method ?? "",
        path: (request.url ?? "").slice(0, SHOWN_TARGET),
        status,
        bytes,
        ms: Math.round((performance.now() - startedMs) * 1000) / 1000,
      };
      pending += format === "json" ? `${JSON.stringify(entry)}\n` : toText(entry);
      if (pending.length >= FLUSH_CHARACTERS) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    flush,
  };
}

function toText(entry: {
  time: string;
  method: string;
  path: string;
  status: number;
  bytes: number;
  ms: number;
}): string {
  // Control characters of a hostile path must not reach a terminal.
  const path = entry.path.replace(/[^\x20-\x7e]/g, "?");
  return `${entry.time.slice(11, 19)} ${entry.status} ${entry.method} ${path} ${entry.ms.toFixed(2)} ms\n`;
}
