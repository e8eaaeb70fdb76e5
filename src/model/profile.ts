// A profile is a finished record together with the names it answers to. The order of the profiles of a collection
// is part of the contract: where two claim one identifier with equal right, the earlier one wins.

export interface Claim {
  /** Normalised identifier, as a request for it is spelled after cleaning: upper case. */
  readonly identifier: string;
  /** Lower wins: codes before slugs, and so on. */
  readonly precedence: number;
  /** Set on a shorthand that holds only while all its claimants share this value (a compact mark and its mark). */
  readonly onlyIfUnique?: string;
}

export interface Profile<Data> {
  /** Identifier of the record's own URL, as it stands in the path before encoding. */
  readonly canonical: string;
  readonly claims: readonly Claim[];
  readonly data: Data;
}

export function claimsOf(identifiers: readonly (string | null)[], precedence: number): Claim[] {
  return identifiers
    .filter((identifier) => identifier !== null)
    .map((identifier) => ({ identifier: identifier.toUpperCase(), precedence }));
}
