// Who answers to an identifier that several records claim: precedence, order, shorthands, and what is offered instead.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactMark, hasSeparator, registrationOnlyKey } from "../../src/identifiers/registration.ts";
import { claimsOfAirframe } from "../../src/model/airframe.ts";
import { type Claimant, resolveKeys } from "../../src/snapshot/keys.ts";

const SEED = { seed: 20261115 };

/** Each key with the path of the record that won it, and the others it offers. */
function winners(collection: string, claimants: readonly Claimant[]): Map<string, readonly string[]> {
  const { keysOf, pathOf } = resolveKeys(collection, claimants);
  const keys = claimants.map((_, at) => keysOf(at));
  const paths = claimants.map((_, at) => pathOf(at));
  return new Map(
    keys.flatMap((won, at) => won.map(({ key, related }) => [key, [paths[at] ?? "", ...related]] as const)),
  );
}

/** A record that claims its own slug and one thing more. */
const known = (slug: string, claim: Claimant["claims"][number]): Claimant => ({
  canonical: slug,
  claims: [claim, { identifier: slug.toUpperCase(), precedence: 1 }],
});

const airframe = (mark: string | null, address: string | null): Claimant => ({
  canonical: mark ?? address ?? "",
  claims: claimsOfAirframe(mark, address),
});

/** The first key of a request that is there, as http/ looks it up. */
function lookUp(found: ReadonlyMap<string, readonly string[]>, tail: string): readonly string[] | undefined {
  const keys = hasSeparator(tail) ? [tail, registrationOnlyKey(tail)] : [tail];
  return keys.map((key) => found.get(`airframes/${key}`)).find((answer) => answer !== undefined);
}

describe("identifiers that several records claim", () => {
  it("go to the claim with the better right, whatever the order", () => {
    const code = known("by-code", { identifier: "DAT", precedence: 0 });
    const slug = known("by-slug", { identifier: "DAT", precedence: 1 });
    for (const claimants of [
      [code, slug],
      [slug, code],
    ]) {
      expect(winners("airlines", claimants).get("airlines/DAT")?.[0]).toBe("/api/v1/airlines/by-code");
    }
  });

  it("go to the earlier of two with equal right, and the others are offered in order", () => {
    const holder = (slug: string) => known(slug, { identifier: "CA", precedence: 0 });
    const { collisions } = resolveKeys("airlines", [holder("a"), holder("b"), holder("c")]);
    expect(collisions).toEqual([
      {
        identifier: "CA",
        winner: "/api/v1/airlines/a",
        others: ["/api/v1/airlines/b", "/api/v1/airlines/c"],
      },
    ]);
  });

  it("offer a record once that claims an identifier twice, and never itself", () => {
    const twice = known("klm", { identifier: "KLM", precedence: 0 });
    const other = known("other", { identifier: "KLM", precedence: 2 });
    expect(winners("airlines", [twice, other]).get("airlines/KLM")).toEqual([
      "/api/v1/airlines/klm",
      "/api/v1/airlines/other",
    ]);
    expect(resolveKeys("airlines", [twice]).collisions).toEqual([]);
  });

  it("offer no more than a reader would follow", () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      airframe("UNKNOWN", (0xa00000 + at).toString(16).toUpperCase()),
    );
    expect(winners("airframes", many).get("airframes/UNKNOWN")?.length).toBeLessThanOrEqual(11);
  });
});

describe("marks and addresses", () => {
  it("let an address win over the compact mark of the same six characters", () => {
    const found = winners("airframes", [airframe("A97-442", null), airframe("N708WH", "A97442")]);
    expect(found.get("airframes/A97442")).toEqual(["/api/v1/airframes/N708WH", "/api/v1/airframes/A97-442"]);
    expect(lookUp(found, "A97-442")).toEqual(["/api/v1/airframes/A97-442"]);
    expect(lookUp(found, "A9-7442")).toEqual(["/api/v1/airframes/A97-442"]);
  });

  it("let an address win over the whole mark of another airframe", () => {
    const found = winners("airframes", [airframe("ABCDEF", "400001"), airframe("G-OTHR", "ABCDEF")]);
    expect(found.get("airframes/ABCDEF")?.[0]).toBe("/api/v1/airframes/G-OTHR");
  });

  it("give the loser of its mark a URL that answers with it", () => {
    const { pathOf } = resolveKeys("airframes", [airframe("QQ-DUP", "F00001"), airframe("QQ-DUP", "F00002")]);
    const paths = [pathOf(0), pathOf(1)];
    expect(paths).toEqual(["/api/v1/airframes/QQ-DUP", "/api/v1/airframes/F00002"]);
  });

  it("answer a shorthand of one mark under two addresses with the first", () => {
    const found = winners("airframes", [airframe("QQ-DUP", "F00001"), airframe("QQ-DUP", "F00002")]);
    expect(lookUp(found, "QQDUP")?.[0]).toBe("/api/v1/airframes/QQ-DUP");
  });

  it("let an exact mark win over another's shorthand", () => {
    const found = winners("airframes", [airframe("QQ-AB1", null), airframe("QQAB1", null)]);
    expect(lookUp(found, "QQAB1")?.[0]).toBe("/api/v1/airframes/QQAB1");
    expect(lookUp(found, "QQ-AB1")?.[0]).toBe("/api/v1/airframes/QQ-AB1");
  });

  const mark = fc
    .tuple(
      fc.stringMatching(/^[A-Z]{1,2}$/),
      fc.constantFrom("-", "", "+", " "),
      fc.stringMatching(/^[A-D1-3]{1,3}$/),
    )
    .map((parts) => parts.join(""));
  const fleet = fc.uniqueArray(mark, { minLength: 1, maxLength: 30 });

  it("always find a mark by its exact spelling", () => {
    fc.assert(
      fc.property(fleet, (marks) => {
        const found = winners(
          "airframes",
          marks.map((own) => airframe(own, null)),
        );
        for (const own of marks)
          expect(lookUp(found, own)?.[0]).toBe(`/api/v1/airframes/${encodeURIComponent(own)}`);
      }),
      SEED,
    );
  });

  it("find a shorthand exactly where one mark alone has it", () => {
    fc.assert(
      fc.property(fleet, (marks) => {
        const found = winners(
          "airframes",
          marks.map((own) => airframe(own, null)),
        );
        for (const compact of new Set(marks.map(compactMark))) {
          const meant = marks.includes(compact)
            ? [compact]
            : marks.filter((own) => compactMark(own) === compact);
          const expected =
            meant.length === 1 ? `/api/v1/airframes/${encodeURIComponent(meant[0] ?? "")}` : undefined;
          expect(lookUp(found, compact)?.[0]).toBe(expected);
        }
      }),
      SEED,
    );
  });
});
