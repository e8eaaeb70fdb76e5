// Work that several wait for: done once, and given up when the one who began it is gone.
import { describe, expect, it } from "vitest";
import { createPackCache } from "../../src/store/pack-cache.ts";
import { createSharedWork } from "../../src/store/shared-work.ts";
import { StoreError } from "../../src/store/store.ts";

const never = () => new Promise<never>(() => {});

describe("shared work", () => {
  it("is done once for all who come while it is under way, and anew for those who come later", async () => {
    const work = createSharedWork<number>(1_000);
    let done = 0;
    const begin = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return ++done;
    };
    expect(await Promise.all([work.run(begin), work.run(begin), work.run(begin)])).toEqual([1, 1, 1]);
    expect(await work.run(begin)).toBe(2);
  });

  it("fails for all of them, and is begun anew", async () => {
    const work = createSharedWork<string>(1_000);
    const fail = () => Promise.reject(new StoreError("lost"));
    const both = [work.run(fail), work.run(async () => "never begun")];
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await work.run(async () => "found")).toBe("found");
  });

  it("whose beginner is dead ends in an error for those who wait, and does not stop the next", async () => {
    const work = createSharedWork<string>(20);
    void work.run(never);
    await expect(work.run(async () => "never begun")).rejects.toThrow(StoreError);
    expect(await work.run(async () => "found")).toBe("found");
  });

  it("that ends late does not end what was begun after it", async () => {
    const work = createSharedWork<string>(10);
    let endFirst = (_value: string) => {};
    void work.run(() => new Promise((resolve) => (endFirst = resolve)));
    await expect(work.run(never)).rejects.toThrow(StoreError);
    let endSecond = (_value: string) => {};
    const second = work.run(() => new Promise((resolve) => (endSecond = resolve)));
    endFirst("first");
    await new Promise((resolve) => setTimeout(resolve, 1));
    const joined = work.run(async () => "third, which must not be begun");
    endSecond("second");
    expect(await Promise.all([second, joined])).toEqual(["second", "second"]);
  });
});

it("a pack whose reader died is read again by the next request", async () => {
  const loads: string[] = [];
  const cache = createPackCache({
    maxBytes: 1_000,
    patienceMs: 20,
    load(hash) {
      loads.push(hash);
      return loads.length === 1 ? never() : Promise.reject(new StoreError("asked again"));
    },
  });
  void cache.get("a");
  await expect(cache.get("a")).rejects.toThrow("no answer within 20 ms");
  await expect(cache.get("a")).rejects.toThrow("asked again");
  expect(loads).toEqual(["a", "a"]);
});
