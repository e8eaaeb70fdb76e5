// A download into a partial file, tried several times: conditional where the file is known, resumed where a part of
// this very version is there. The part and a note of its validators survive a kill; they are used or thrown away by the
// next run, and never grow past the file's largest size.
import { readFileSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { tooLarge } from "./checks.ts";
import { writeDurably } from "./durable-file.ts";
import { type Answer, httpGet, type Timing } from "./http-get.ts";
import { SyncError } from "./sync-error.ts";

export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface TransferRequest {
  readonly url: string;
  readonly part: string;
  /** Of the version that is there; null where none is, or it is wanted anyway. */
  readonly known: Validators | null;
  readonly most: number;
  readonly timing: Timing;
  readonly progress: (bytes: number, total: number | null) => void;
}

export type Transferred =
  | ({ readonly kind: "fetched" } & Validators)
  | { readonly kind: "unchanged" | "absent" };

/** Longest wait that a server can ask for. */
const MAX_WAIT_MS = 60_000;

export async function transfer(request: TransferRequest): Promise<Transferred> {
  const { tries, pauseMs } = request.timing;
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryOnce(request);
    } catch (error) {
      if (!(error instanceof SyncError) || !error.passing || attempt === tries) {
        if (resumable(request) === null) discardPart(request.part);
        throw error;
      }
      await pause(Math.min(MAX_WAIT_MS, error.waitMs ?? pauseMs * 2 ** (attempt - 1)));
    }
  }
}

export function discardPart(part: string): void {
  rmSync(part, { force: true });
  rmSync(notePath(part), { force: true });
}

async function tryOnce(request: TransferRequest): Promise<Transferred> {
  const resume = resumable(request);
  const answer = await httpGet(
    request.url,
    resume === null ? conditions(request.known) : rangeOf(resume),
    request.timing,
  );
  try {
    switch (answer.status) {
      case 200:
        return await receive(request, answer, 0);
      case 206:
        return await receive(request, answer, checkRange(request, answer, resume));
      case 304:
        if (resume === null && request.known !== null) return { kind: "unchanged" };
        throw restart(request, "says that nothing changed, which was not asked");
      case 404:
      case 410:
        return { kind: "absent" };
      case 416:
        throw restart(request, "has no such part of the file any more");
      default:
        throw refusal(answer);
    }
  } finally {
    answer.close();
  }
}

async function receive(request: TransferRequest, answer: Answer, offset: number): Promise<Transferred> {
  const { part, most, progress } = request;
  const validators = validatorsOf(answer);
  const total = lengthOf(answer, offset);
  if (/^(?:text\/html|application\/xhtml)/i.test(answer.headers.get("content-type") ?? ""))
    throw refuse(request, new SyncError("the server sent a web page instead of the file"));
  if (total !== null && total > most) throw refuse(request, tooLarge(most));
  if (offset === 0) startPart(request, answer, validators);
  let bytes = offset;
  const file = await open(part, offset === 0 ? "w" : "r+");
  try {
    for await (const chunk of answer.chunks) {
      if (bytes + chunk.length > most) throw refuse(request, tooLarge(most));
      await file.write(chunk, 0, chunk.length, bytes);
      bytes += chunk.length;
      progress(bytes, total);
    }
  } finally {
    await file.close();
  }
  if (total !== null && bytes !== total)
    throw new SyncError(`the server sent ${bytes} of ${total} bytes`, { passing: true });
  return { kind: "fetched", ...validators };
}

/** The whole length, or null where it is coded in chunks; a body that merely ends when the connection does may be cut. */
function lengthOf({ headers, status }: Answer, offset: number): number | null {
  if (headers.get("content-encoding") !== null) return null;
  const length = headers.get("content-length");
  if (length !== null) return offset + Number(length);
  if (headers.get("transfer-encoding") === null)
    throw new SyncError("the server does not say how long the file is: a cut one would go unnoticed");
  const whole = status === 206 ? /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1] : undefined;
  return whole === undefined ? null : Number(whole);
}

/** No part of before, then a note of the version that comes: in this order, no kill can turn the note into a lie. */
function startPart(request: TransferRequest, { headers }: Answer, validators: Validators): void {
  discardPart(request.part);
  const coded = headers.get("content-encoding") !== null || headers.get("accept-ranges") === "none";
  if (coded || ifRange(validators) === null) return;
  writeDurably(notePath(request.part), JSON.stringify({ url: request.url, ...validators }));
}

interface Resume extends Validators {
  readonly bytes: number;
}

function resumable({ part, url, most }: TransferRequest): Resume | null {
  try {
    const note = JSON.parse(readFileSync(notePath(part), "utf8")) as Validators & { readonly url: string };
    const bytes = statSync(part).size;
    return note.url === url && ifRange(note) !== null && bytes > 0 && bytes < most
      ? { ...note, bytes }
      : null;
  } catch {
    return null;
  }
}

function rangeOf(resume: Resume): Record<string, string> {
  return { range: `bytes=${resume.bytes}-`, "if-range": ifRange(resume) ?? "" };
}

/** A weak ETag does not say that the bytes are the same. */
function ifRange({ etag, lastModified }: Validators): string | null {
  return etag !== null && !etag.startsWith("W/") ? etag : lastModified;
}

function conditions(known: Validators | null): Record<string, string> {
  return {
    ...(known?.etag == null ? {} : { "if-none-match": known.etag }),
    ...(known?.lastModified == null ? {} : { "if-modified-since": known.lastModified }),
  };
}

/** Where the part goes on; servers that ignore If-Range would append one version to another. */
function checkRange(request: TransferRequest, answer: Answer, resume: Resume | null): number {
  const [, start] = /^bytes (\d+)-\d+\/(?:\d+|\*)$/.exec(answer.headers.get("content-range") ?? "") ?? [];
  const now = validatorsOf(answer);
  const same = resume?.etag == null ? now.lastModified === resume?.lastModified : now.etag === resume.etag;
  if (resume === null || Number(start) !== resume.bytes || !same)
    throw restart(request, "the server sent a part of another version");
  return resume.bytes;
}

function restart(request: TransferRequest, reason: string): SyncError {
  return refuse(request, new SyncError(reason, { passing: true, waitMs: 0 }));
}

/** What has come is of no use. */
function refuse(request: TransferRequest, error: SyncError): SyncError {
  discardPart(request.part);
  return error;
}

function refusal({ status, statusText, headers }: Answer): SyncError {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return new SyncError(`the server answered ${status} ${statusText}`.trimEnd(), {
    passing: status >= 500 || [408, 425, 429].includes(status),
    waitMs: Number.isFinite(seconds) ? seconds * 1_000 : null,
  });
}

function validatorsOf({ headers }: Answer): Validators {
  return { etag: headers.get("etag"), lastModified: headers.get("last-modified") };
}

function notePath(part: string): string {
  return `${part}.json`;
}
