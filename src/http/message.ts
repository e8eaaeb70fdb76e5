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
  /**
   * As they go over the wire: `Name: value` and CR LF each. Text, because making a list and joining it again costs
   * node:http 0.7 of some 16 microseconds a request; hosts that need a list call headerPairs.
   */
  readonly headerLines: string;
  /** Null where the answer has no body (204, 304, HEAD). */
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array> | null;
}

export function headerPairs(headerLines: string): (readonly [name: string, value: string])[] {
  const lines = headerLines.split("\r\n").slice(0, -1);
  return lines.map((line) => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
}

/** What went wrong inside, for the log; never part of an answer. */
export type ReportFault = (fault: Error, request: ApiRequest) => void;
