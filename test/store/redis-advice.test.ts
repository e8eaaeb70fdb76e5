// What Redis and the network say, with what to do about it: sentences with one full stop each.
import { expect, it } from "vitest";
import { reasonOf, withAdvice } from "../../src/store/redis-advice.ts";

it.each([
  [
    "connect ECONNREFUSED 127.0.0.1:1",
    /^connect ECONNREFUSED 127\.0\.0\.1:1\. .*start the server, or correct/,
  ],
  ["getaddrinfo ENOTFOUND cache", /^getaddrinfo ENOTFOUND cache\. .*correct the host/],
  ["Connection timeout", /firewall/],
  ["All the root nodes are unavailable", /start them, or correct/],
  ["WRONGPASS invalid username-password pair or user is disabled.", /is disabled\. Give name and password/],
  ["MOVED 3999 127.0.0.1:6381", /redis-cluster:\/\//],
  ["NOPERM this user has no permissions to run the 'scan' command", /docs\/operations\.md/],
])("says what to do about '%s'", (message, advice) => {
  const text = withAdvice(message);
  expect(text).toMatch(advice);
  expect(text).toMatch(/[^.]\.$/);
  expect(text).not.toContain("..");
});

it("leaves alone what it knows nothing about", () => {
  expect(withAdvice("ERR unknown command")).toBe("ERR unknown command");
});

it("finds the reason of a host with several addresses, none of which answers", () => {
  const refused = ["::1", "127.0.0.1"].map((host) => new Error(`connect ECONNREFUSED ${host}:1`));
  expect(reasonOf(new AggregateError(refused))).toBe(
    "connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1",
  );
  expect(reasonOf(new TypeError(""))).toBe("TypeError");
});
