// What src/observe/feeds/failure.ts does, shown case by case.
import { describe, expect, it } from "vitest";
import { describeFailure } from "../../../src/observe/feeds/failure.ts";

const failed = (code: string, message: string) => Object.assign(new Error(message), { code });

describe("a source that cannot be read", () => {
  it.each([
    [
      "for want of permission",
      failed("EACCES", "EACCES: permission denied, open 'a'"),
      /^cannot be read: no permission \(.*\)$/,
    ],
    ["because it is not there", failed("ENOENT", "ENOENT: no such file"), /^cannot be read: no such file/],
    [
      "because a folder took its place",
      failed("EISDIR", "EISDIR: illegal"),
      /^cannot be read: it is a folder/,
    ],
    [
      "because nobody listens",
      failed("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1"),
      /^connect ECONNREFUSED 127\.0\.0\.1:1 \(is the receiver running, and is this its port\?\)$/,
    ],
    [
      "because nobody listens at any address of the name",
      Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
      /^ECONNREFUSED \(is the receiver running/,
    ],
    [
      "because nobody knows the name, as fetch wraps it",
      new TypeError("fetch failed", { cause: failed("ENOTFOUND", "getaddrinfo ENOTFOUND pi") }),
      /^getaddrinfo ENOTFOUND pi \(is the host's name right/,
    ],
    [
      "because the port is barred to fetch",
      new TypeError("fetch failed", { cause: new Error("bad port") }),
      /^bad port \(.*right port\?\)$/,
    ],
    ["in time", new DOMException("x", "TimeoutError"), /^does not answer \(/],
    ["for another reason", new Error("answers with HTTP 404"), /^answers with HTTP 404$/],
  ])("%s is told in words, with what to look at", (_, error, words) => {
    expect(describeFailure(error)).toMatch(words);
  });
});
