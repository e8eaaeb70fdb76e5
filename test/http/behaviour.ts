// One row of the behaviour table: a request and everything the contract says of its answer.

/** What an earlier answer to the same target said, for requests that refer to it. */
export interface Earlier {
  readonly etag: string;
  readonly lastModified: string;
}

export interface Behaviour {
  /** A sentence; names the test. */
  readonly says: string;
  readonly method?: string;
  /** Below /api/v1 unless `path` is given. */
  readonly target: string;
  readonly headers?:
    | Readonly<Record<string, string>>
    | ((earlier: Earlier) => Readonly<Record<string, string>>);
  /** Headers of the earlier request that `headers` refers to. */
  readonly earlierHeaders?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Set where a host that rewrites targets gives another 404 (of the path, not of the record). */
  readonly dependsOnRawTarget?: boolean;
  readonly expect: Expectation;
}

export interface Expectation {
  readonly status: number;
  /** Path of the record that answers, below /api/v1. */
  readonly location?: string;
  /** Paths below /api/v1 offered as `related`, in order; none where left out and the answer is a record. */
  readonly related?: readonly string[];
  /** Fields of `data` and their values. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** `code` of the problem. */
  readonly code?: string;
  readonly detail?: string;
  readonly instance?: string;
  /** Exact values; null: must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** Whether the body is empty although the status would allow one. */
  readonly bodyless?: boolean;
}

export const API = "/api/v1";

/** A request that finds the record at `location`. */
export function finds(
  says: string,
  target: string,
  location: string,
  more: Partial<Expectation> = {},
): Behaviour {
  return { says, target: `${API}${target}`, expect: { status: 200, location, ...more } };
}

/** A request that finds nothing. */
export function misses(says: string, target: string, code: string, more: Partial<Behaviour> = {}): Behaviour {
  return { says, target: `${API}${target}`, expect: { status: 404, code }, ...more };
}
