// One GET: redirects followed by hand (a few, never from https down to http), and given up when nothing moves. Asks for
// the bytes as they are, because an offset into a body coded on the fly means nothing when a download is resumed.
import { SyncError } from "./sync-error.ts";

export interface Timing {
  /** Without headers, or without a further byte, for this long: given up. */
  readonly stallMs: number;
  /** One try may take this long altogether, however slowly it moves. */
  readonly tryMs: number;
  readonly tries: number;
  /** Before the second try; doubled for each further one. */
  readonly pauseMs: number;
}

export const TIMING: Timing = { stallMs: 30_000, tryMs: 30 * 60_000, tries: 4, pauseMs: 1_000 };

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** Chunks of the body; ends in a passing SyncError where the connection breaks. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Drops the connection, and the body with it. */
  close(): void;
}

const MAX_REDIRECTS = 5;
/** registry.faa.gov turns away agents that do not look like a browser's; this one says both. */
const USER_AGENT = "Mozilla/5.0 (compatible; fleet-monitor sync)";

export async function httpGet(
  url: string,
  headers: Readonly<Record<string, string>>,
  timing: Timing,
): Promise<Answer> {
  const controller = new AbortController();
  const watch = watchdog(controller, timing);
  try {
    const response = await followRedirects(url, { ...headers }, controller.signal);
    return {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
      chunks: chunksOf(response, url, watch),
      close() {
        watch.stop();
        controller.abort();
      },
    };
  } catch (error) {
    watch.stop();
    throw asSyncError(error, url);
  }
}

async function followRedirects(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  let address = new URL(url);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await fetch(address, {
      headers: { ...headers, "user-agent": USER_AGENT, accept: "*/*", "accept-encoding": "identity" },
      redirect: "manual",
      signal,
    });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || response.status === 304 || location === null)
      return response;
    await response.body?.cancel();
    const next = new URL(location, address);
    if (next.protocol !== "https:" && next.protocol !== address.protocol)
      throw new SyncError(`redirects to ${next.protocol}//${next.host}, which is not secure`);
    address = next;
  }
  throw new SyncError(`redirects more than ${MAX_REDIRECTS} times`);
}

async function* chunksOf(response: Response, url: string, watch: Watchdog): AsyncGenerator<Uint8Array> {
  try {
    if (response.body === null) return;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      watch.moved();
      yield chunk;
    }
  } catch (error) {
    throw asSyncError(error, url);
  } finally {
    watch.stop();
  }
}

interface Watchdog {
  moved(): void;
  stop(): void;
}

function watchdog(controller: AbortController, { stallMs, tryMs }: Timing): Watchdog {
  const giveUp = (reason: string) => controller.abort(new SyncError(reason, { passing: true }));
  const stalled = setTimeout(() => giveUp(`nothing came for ${stallMs / 1_000} s`), stallMs);
  const late = setTimeout(() => giveUp(`was not done within ${tryMs / 60_000} minutes`), tryMs);
  return {
    moved: () => void stalled.refresh(),
    stop() {
      clearTimeout(stalled);
      clearTimeout(late);
    },
  };
}

/** fetch says "fetch failed" or "terminated" and hides the reason in a chain of causes. */
function asSyncError(error: unknown, url: string): SyncError {
  if (error instanceof SyncError) return error;
  let cause = error as Error & { readonly code?: string };
  while (cause.cause instanceof Error) cause = cause.cause as typeof cause;
  const { code = "", message } = cause;
  const reason = message.includes(code) ? message : `${code}: ${message}`;
  return new SyncError(`the connection to ${new URL(url).host} failed (${reason})`, {
    cause: error,
    passing: true,
  });
}
