// The behaviour suite: one table that covers every row of the identifier, error and header sections of the contract,
// run against any host. A host's test file calls describeBehaviours with a way to reach it.
import { describe, expect, it } from "vitest";
import { templateOf, validateAnswer, validateHeaders } from "../contract/openapi-validator.ts";
import { API, type Behaviour, type Expectation } from "./behaviour.ts";
import { ERROR_CASES } from "./error-cases.ts";
import { HEADER_CASES } from "./header-cases.ts";
import { type Host, type HostAnswer, headerOf, plainBody } from "./host.ts";
import { IDENTIFIER_CASES } from "./identifier-cases.ts";
import { PARAMETER_CASES } from "./parameter-cases.ts";

const SECTIONS: readonly (readonly [string, readonly Behaviour[]])[] = [
  ["identifiers", IDENTIFIER_CASES],
  ["parameters", PARAMETER_CASES],
  ["errors", ERROR_CASES],
  ["headers", HEADER_CASES],
];

/** Targets whose HEAD must equal their GET: records small and large, absences, pages, downloads. */
const HEAD_TARGETS = [
  `${API}/airlines/CA`,
  `${API}/airports/KATL`,
  `${API}/airframes/NOBODY`,
  "/nowhere",
  "/status",
  "/openapi.json",
  "/problems/airline-not-found",
  "/data/airlines.csv.gz",
  "/healthz",
];

export function describeBehaviours(name: string, host: () => Host): void {
  for (const [section, behaviours] of SECTIONS) {
    describe(`${section}, through ${name}`, () => {
      it.for(behaviours.map((behaviour) => [behaviour.says, behaviour] as const))(
        "%s",
        async ([, behaviour], { skip }) => {
          const answer = await ask(host(), behaviour);
          if (answer === null) return skip(`${name} cannot send this`);
          check(behaviour, answer, host());
        },
      );
    });
  }

  describe(`the whole, through ${name}`, () => {
    it.each(HEAD_TARGETS)("answers HEAD %s with the status and headers of GET", async (target) => {
      const [get, head] = await Promise.all([
        host().request("GET", target, {}),
        host().request("HEAD", target, {}),
      ]);
      expect(head?.status).toBe(get?.status);
      expect(lasting(head)).toEqual(lasting(get));
      expect(head?.body.length).toBe(0);
      expect(Number(head && headerOf(head, "content-length"))).toBe(get?.body.length);
    });

    it("sends the same record in every coding, each with a tag of its own", async () => {
      const answers = await Promise.all(
        ["identity", "gzip", "br"].map((coding) =>
          host().request("GET", `${API}/airports/KATL`, { "Accept-Encoding": coding }),
        ),
      );
      const found = answers.filter((answer) => answer !== null);
      expect(new Set(found.map(plainBody)).size).toBe(1);
      expect(new Set(found.map((answer) => headerOf(answer, "etag"))).size).toBe(3);
      expect(new Set(found.map(({ body }) => body.length)).size).toBe(3);
    });

    it("answers from one snapshot, which /healthz, /status and every record name", async () => {
      const ids = await Promise.all(
        [`${API}/airlines/DL`, `${API}/airlines/ZZ`, "/status"].map(async (target) => {
          const answer = await host().request("GET", target, {});
          return answer && headerOf(answer, "x-snapshot");
        }),
      );
      const health = await host().request("GET", "/healthz", {});
      const status = await host().request("GET", "/status", {});
      const said = [health, status].map((answer) => answer && JSON.parse(plainBody(answer)).snapshot);
      expect(new Set([...ids, ...said]).size).toBe(1);
    });
  });
}

async function ask(host: Host, behaviour: Behaviour): Promise<HostAnswer | null> {
  const { method = "GET", target, headers = {}, earlierHeaders = {}, body } = behaviour;
  if (typeof headers !== "function") return host.request(method, target, headers, body);
  const earlier = await host.request("GET", target, earlierHeaders);
  if (earlier === null) return null;
  const etag = headerOf(earlier, "etag") ?? "";
  const lastModified = headerOf(earlier, "last-modified") ?? "";
  return host.request(method, target, headers({ etag, lastModified }), body);
}

function check(
  { method = "GET", target, dependsOnRawTarget, expect: wanted }: Behaviour,
  answer: HostAnswer,
  host: Host,
): void {
  expect(answer.status).toBe(wanted.status);
  expectContract(target, method, answer);
  if (dependsOnRawTarget && host.normalisesTargets) return;
  expectHeaders(wanted, answer);
  if (wanted.bodyless) {
    expect(answer.body.length).toBe(0);
    return;
  }
  if (wanted.location !== undefined || wanted.data !== undefined) expectRecord(wanted, answer);
  if (wanted.code !== undefined) expectProblem(wanted, answer);
}

/** Every answer of an operation, and every error anywhere, is one the committed document describes. */
function expectContract(target: string, method: string, answer: HostAnswer): void {
  expect(headerOf(answer, "access-control-allow-origin")).toBe("*");
  expect(headerOf(answer, "x-content-type-options")).toBe("nosniff");
  const template = safeTemplateOf(target);
  const described = answer.status >= 400 || template !== null;
  if (method === "OPTIONS" || !described) return;
  const body = method === "HEAD" ? null : plainBody(answer);
  expect(validateAnswer(template, answer.status, headerOf(answer, "content-type"), body)).toEqual([]);
  expect(validateHeaders(template, answer.status, answer.headers)).toEqual([]);
}

function expectHeaders({ location, related, headers = {} }: Expectation, answer: HostAnswer): void {
  if (location !== undefined) {
    expect(headerOf(answer, "content-location")).toBe(`${API}${location}`);
    expect(linksOf(answer, "canonical")).toEqual([`${API}${location}`]);
    expect(linksOf(answer, "related")).toEqual((related ?? []).map((path) => `${API}${path}`));
  }
  for (const [name, value] of Object.entries(headers)) {
    const found = headerOf(answer, name);
    if (value instanceof RegExp) expect(found, name).toMatch(value);
    else expect(found, name).toBe(value);
  }
}

function expectRecord({ location = "", data = {} }: Expectation, answer: HostAnswer): void {
  const body = JSON.parse(plainBody(answer));
  const envelope = location.startsWith("/aircraft/") ? { status: "success" } : { success: true };
  expect(body).toEqual({ ...envelope, data: expect.objectContaining(data) });
}

function expectProblem({ status, code, detail, instance }: Expectation, answer: HostAnswer): void {
  const body = JSON.parse(plainBody(answer));
  expect(headerOf(answer, "content-type")).toBe("application/problem+json");
  expect(body).toMatchObject({
    status,
    code,
    success: false,
    type: `/problems/${code?.replaceAll("_", "-")}`,
  });
  if (detail !== undefined) expect(body.detail).toBe(detail);
  if (instance !== undefined) expect(body.instance).toBe(instance);
}

export function linksOf(answer: HostAnswer, relation: string): string[] {
  const links = (headerOf(answer, "link") ?? "").split(", ");
  return links.flatMap((link) => {
    const [, path, found] = /^<([^>]*)>; rel="([^"]*)"$/.exec(link) ?? [];
    return path !== undefined && found === relation ? [path] : [];
  });
}

/** Null for what no URL parser takes; such a target is no operation. */
export function safeTemplateOf(target: string): string | null {
  try {
    return templateOf(target);
  } catch {
    return null;
  }
}

/** Headers that belong to the answer, not to the moment or the connection. */
function lasting(answer: HostAnswer | null): readonly (readonly [string, string])[] {
  const passing = new Set(["date", "server-timing", "connection", "keep-alive"]);
  return (answer?.headers ?? []).filter(([name]) => !passing.has(name));
}
