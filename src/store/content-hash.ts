// Name of a value by its content, on Node. A worker makes the same one with Web Crypto.
import { createHash } from "node:crypto";
import { HASH_CHARACTERS } from "./release.ts";

export function contentHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, HASH_CHARACTERS);
}
