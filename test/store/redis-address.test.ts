// Addresses of Redis as people write them.
import { describe, expect, it } from "vitest";
import { parseRedisAddress } from "../../src/store/redis-address.ts";

const NODE = { host: "cache", port: 6379 };

describe("an address of Redis", () => {
  it.each([
    ["redis://cache", { nodes: [NODE], cluster: false, tls: false }],
    ["redis://cache:7000", { nodes: [{ host: "cache", port: 7000 }] }],
    ["redis://cache/3", { nodes: [NODE], database: 3 }],
    ["redis://cache:6379/", { nodes: [NODE] }],
    ["rediss://fleet:s3cret@cache", { nodes: [NODE], tls: true, username: "fleet", password: "s3cret" }],
    ["redis://:s3%40cret@cache", { nodes: [NODE], password: "s3@cret" }],
    ["redis://s3cret@cache", { nodes: [NODE], password: "s3cret" }],
    ["redis://[::1]:7000", { nodes: [{ host: "::1", port: 7000 }] }],
    [
      "redis-cluster://one:7000,two:7001,three",
      {
        cluster: true,
        nodes: [
          { host: "one", port: 7000 },
          { host: "two", port: 7001 },
          { host: "three", port: 6379 },
        ],
      },
    ],
    ["rediss-cluster://fleet:pw@one,two", { cluster: true, tls: true, username: "fleet" }],
  ])("%s is understood", (text, parts) => {
    expect(parseRedisAddress(text)).toMatchObject(parts);
  });

  it.each([
    "",
    "cache:6379",
    "http://cache",
    "redis://",
    "redis://one,two",
    "redis://cache:99999",
    "redis://cache:port",
    "redis-cluster://one,/0x",
    "redis-cluster://one/2",
    "redis://cache/name",
  ])("%s is none", (text) => {
    expect(parseRedisAddress(text)).toBeNull();
  });

  it("is shown without its password", () => {
    const shown = parseRedisAddress("rediss-cluster://fleet:s3cret@one:7000,two")?.shown;
    expect(shown).toBe("rediss-cluster://…@one:7000,two");
    expect(parseRedisAddress("redis://cache/2")?.shown).toBe("redis://cache/2");
  });
});
