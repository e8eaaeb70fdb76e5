// Many small files as one tar.gz: the same files in the same order make the same bytes.
import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";

export interface Tarball {
  add(name: string, modifiedMs: number, content: Readable): Promise<void>;
  /** Resolves when it is written, with the newest date in it. */
  finish(): Promise<number>;
}

export function createTarball(path: string): Tarball {
  const archive = pack();
  const writing = pipeline(archive, createGzip(), createWriteStream(path));
  // Awaited in finish(); a failure before that must not count as unhandled.
  writing.catch(() => {});
  let newestMs = 0;
  return {
    async add(name, modifiedMs, content) {
      newestMs = Math.max(newestMs, modifiedMs);
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const added = new Promise<void>((resolve, reject) => {
        archive.entry({ name, size: bytes.length, mtime: new Date(modifiedMs) }, bytes, (error) =>
          error == null ? resolve() : reject(error),
        );
      });
      // A disk that is full fails the writing, and nobody would ever ask for this entry.
      await Promise.race([added, writing]);
    },
    async finish() {
      archive.finalize();
      await writing;
      return newestMs;
    },
  };
}
