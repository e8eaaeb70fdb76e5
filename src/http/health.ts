// What is said while the store is out of reach, or a newer release is damaged: the service still answers from what it
// has in memory, and whoever watches it must be able to see that.
import type { StoredAnswer } from "../snapshot/format.ts";
import type { SnapshotSource } from "../store/store.ts";
import type { ApiAnswer, ApiRequest } from "./message.ts";
import { JSON_TYPE, live } from "./responses.ts";

export function health(request: ApiRequest, snapshot: string, source: SnapshotSource): ApiAnswer {
  const store = storeTrouble(source);
  return live(request, store === null ? { status: "ok", snapshot } : { status: "degraded", snapshot, store });
}

/** The status page with the trouble in it; null while there is none, and the stored page answers. */
export function troubledStatus(
  request: ApiRequest,
  page: StoredAnswer,
  source: SnapshotSource,
): ApiAnswer | null {
  const store = storeTrouble(source);
  if (store === null || page.contentType !== JSON_TYPE) return null;
  return live(request, { ...JSON.parse(new TextDecoder().decode(page.identity)), store });
}

function storeTrouble(source: SnapshotSource): object | null {
  const state = source.state?.();
  if (state === undefined || (state.unreachableSince === null && state.refused === null)) return null;
  const { unreachableSince, refused } = state;
  return {
    reachable: unreachableSince === null,
    unreachable_since: unreachableSince === null ? null : new Date(unreachableSince).toISOString(),
    refused_snapshot: refused,
  };
}
