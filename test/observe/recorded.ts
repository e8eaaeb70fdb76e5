// Reads a recorded file into receptions, without an observer around it.
import { readFileSync, statSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { createDecoder } from "../../src/observe/decoder.ts";
import type { Reception, Rejection } from "../../src/observe/reception.ts";

const CHUNK_BYTES = 65_536;

export function readRecorded(
  path: string,
  onReject: (reason: Rejection) => void = () => undefined,
): readonly Reception[] {
  const packed = readFileSync(path);
  const bytes = packed[0] === 0x1f ? gunzipSync(packed) : packed;
  return readBytes(bytes, statSync(path).mtimeMs, onReject);
}

export function readBytes(
  bytes: Uint8Array | string,
  documentMs: number,
  onReject: (reason: Rejection) => void = () => undefined,
): readonly Reception[] {
  const receptions: Reception[] = [];
  const buffer = Buffer.from(bytes as string);
  const decoder = createDecoder(
    { documentMs, correct: (ms) => ms },
    { take: (reception) => void receptions.push(reception), reject: onReject },
  );
  for (let at = 0; at < buffer.length; at += CHUNK_BYTES) decoder.push(buffer.subarray(at, at + CHUNK_BYTES));
  decoder.end();
  return receptions;
}
