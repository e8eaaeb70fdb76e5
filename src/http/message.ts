// A request and an answer as the pure core sees them: no stream, no socket, nothing of a runtime.

export interface ApiRequest {
  readonly method: string;
  /** Request target as received: raw path and query, not decoded, not normalised. */
  readonly target: string;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
  readonly acceptEncoding?: string | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  /** Names and values in turn, ready for writeHead. */
  readonly headers: readonly string[];
  /** Null where the answer has no body (204, 304, HEAD). */
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array> | null;
}

/** What went wrong inside, for the log; never part of an answer. */
export type ReportFault = (fault: Error, request: ApiRequest) => void;
