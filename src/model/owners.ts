// Who a registered owner is: an airline, its leasing arm, a lessor, a trustee, a manufacturer, a government, another
// company, or nobody we know. By curated name patterns only, never by guessing.
import type { OwnerRow } from "../sources/curated.ts";

export type OwnerClass = OwnerRow["class"] | "unknown";

export interface Owner {
  /** The name as registered, or null where it may belong to a private person. */
  readonly name: string | null;
  readonly class: OwnerClass;
  readonly airline: string | null;
  readonly lessor: string | null;
}

const NOBODY: Owner = { name: null, class: "unknown", airline: null, lessor: null };

/** Upper case; everything but letters, digits and & becomes a space. */
export function normaliseOwner(name: string): string {
  return name
    .toUpperCase()
    .replace(/[^A-Z0-9&]+/g, " ")
    .trim();
}

export type OwnerOf = (name: string | null) => Owner;

export function createOwnerLookup(rows: readonly OwnerRow[]): OwnerOf {
  const exact = new Map<string, OwnerRow>();
  const prefixes = new Map<string, OwnerRow>();
  for (const row of rows) {
    if (row.pattern.endsWith(" *")) prefixes.set(row.pattern.slice(0, -2), row);
    else exact.set(row.pattern, row);
  }
  const cache = new Map<string, Owner>();
  const classify = (name: string): Owner => {
    const normalised = normaliseOwner(name);
    const row = exact.get(normalised) ?? longestPrefix(prefixes, normalised);
    if (row !== undefined) return { name, class: row.class, airline: row.airline, lessor: row.lessor };
    return isOrganisation(normalised) ? { ...NOBODY, name } : NOBODY;
  };
  return (name) => {
    if (name === null) return NOBODY;
    const known = cache.get(name);
    if (known !== undefined) return known;
    const owner = classify(name);
    cache.set(name, owner);
    return owner;
  };
}

function longestPrefix(prefixes: ReadonlyMap<string, OwnerRow>, name: string): OwnerRow | undefined {
  for (let end = name.length; end > 0; end = name.lastIndexOf(" ", end - 1)) {
    const row = prefixes.get(name.slice(0, end));
    if (row !== undefined) return row;
  }
  return undefined;
}

// Words that only organisations carry in their registered name. A family trust or a person trading under a name
// ("SMITH JOHN DBA") has none of the first kind; TRUST and TRUSTEE alone prove nothing, nor do S A and L P, which
// are as often initials. The register writes surnames first: "CHURCH PAT Q" and "BANK LEE Q" are people.
const LEGAL_FORM =
  /\b(?:INC|INCORPORATED|LLC|L L C|CORP|CORPORATION|CO|COMPANY|LTD|LIMITED|LP|LLP|PLC|GMBH|DAC|PTE|PTY|AIRLINES|AIRWAYS|AVIATION|LEASING|UNIVERSITY|COLLEGE|MUSEUM|FOUNDATION|DEPARTMENT|DEPT|COUNTY|CITY|STATE|NATIONAL|AGENCY|ADMINISTRATION|INSTITUTE|MINISTRIES|ASSOCIATION|ASSN|HOLDINGS)\b/;
const NOT_IN_FIRST_PLACE = / (?:(?:BANK|CHURCH)\b|(?:AG|NV|BV|AB|AS)$)/;
const NAMED_AFTER_A_PLACE = /^(?:BANK|CHURCH) OF\b/;

export function isOrganisation(normalised: string): boolean {
  // What stands before DBA is the registrant; if that is no organisation it is a person.
  const [registrant = ""] = normalised.split(/ DBA\b/);
  return [LEGAL_FORM, NOT_IN_FIRST_PLACE, NAMED_AFTER_A_PLACE].some((form) => form.test(registrant));
}
