// Packs in memory, up to so many bytes, the longest unused leaving first. However many requests wait for a pack that
// is not here, it is read once. Named by content, so a pack that two releases share is still warm after a release.
import type { PackReader } from "../snapshot/pack-reader.ts";
import { createSharedWork, type SharedWork } from "./shared-work.ts";

export interface LoadedPack {
  readonly pack: PackReader;
  readonly bytes: number;
}

export interface PackCache {
  /** The pack itself where it is here, otherwise a promise of it. A failed read is forgotten: the next one asks again. */
  get(hash: string): PackReader | Promise<PackReader>;
  contents(): { readonly packs: number; readonly bytes: number };
}

export interface PackCacheOptions {
  readonly maxBytes: number;
  /** How long to wait for a read that another request began. */
  readonly patienceMs: number;
  readonly load: (hash: string) => Promise<LoadedPack>;
}

export function createPackCache({ maxBytes, patienceMs, load }: PackCacheOptions): PackCache {
  // A Map keeps the order of insertion: the first entry is the one unused for longest.
  const kept = new Map<string, LoadedPack>();
  const underWay = new Map<string, SharedWork<PackReader>>();
  let bytes = 0;

  const keep = (hash: string, loaded: LoadedPack) => {
    if (kept.has(hash)) return;
    kept.set(hash, loaded);
    bytes += loaded.bytes;
    for (const [oldest, { bytes: freed }] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= freed;
    }
  };

  const read = (hash: string): Promise<PackReader> => {
    let work = underWay.get(hash);
    if (work === undefined) {
      work = createSharedWork(patienceMs, () => underWay.delete(hash));
      underWay.set(hash, work);
    }
    return work.run(async () => {
      const loaded = await load(hash);
      keep(hash, loaded);
      return loaded.pack;
    });
  };

  return {
    get(hash) {
      const here = kept.get(hash);
      if (here === undefined) return read(hash);
      kept.delete(hash);
      kept.set(hash, here);
      return here.pack;
    },
    contents: () => ({ packs: kept.size, bytes }),
  };
}
