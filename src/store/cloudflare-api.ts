// Calls of Cloudflare's REST API: paced, tried again where trying again can help, and failing with a sentence that
// says what to do. For publishing only; workers read through their binding.
import { KV_LIMITS } from "./cloudflare-kv-store.ts";
import { type Clock, createPace } from "./request-pace.ts";
import { StoreError } from "./store.ts";

export interface ApiOptions {
  readonly token: string;
  readonly baseUrl?: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  readonly onRetry?: (reason: string, waitMs: number) => void;
}

export interface ApiCall {
  readonly method: "GET" | "PUT" | "POST";
  /** Behind the base URL. */
  readonly path: string;
  readonly body?: unknown;
}

/** The envelope that every JSON answer of the API has. */
export interface ApiReply {
  readonly success: boolean;
  readonly errors?: readonly { readonly code: number; readonly message: string }[];
  readonly result?: unknown;
  readonly result_info?: { readonly cursor?: string };
}

export interface CloudflareApi {
  json(call: ApiCall): Promise<ApiReply>;
  /** Null for a 404. */
  bytes(call: ApiCall): Promise<Uint8Array | null>;
}

export const API_URL = "https://api.cloudflare.com/client/v4";
export const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 1_000;
/** The API blocks for at most one window; what asks for more (a day's quota) is not worth sitting through. */
const LONGEST_WAIT_MS = KV_LIMITS.apiWindowMs + 10_000;
/** For 20 MB on a slow line. */
const TIMEOUT_MS = 120_000;
const CALLS_AT_ONCE = 6;
/** A few calls of the window are left to whoever else uses the account meanwhile. */
const SHARE_OF_CALLS = 0.9;

/** Worth another try. */
class PassingError extends Error {
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

export function createCloudflareApi(options: ApiOptions): CloudflareApi {
  const { token, baseUrl = API_URL, clock, timeoutMs = TIMEOUT_MS, onRetry } = options;
  const pace = createPace(
    {
      atOnce: CALLS_AT_ONCE,
      requests: Math.floor(KV_LIMITS.apiCalls * SHARE_OF_CALLS),
      windowMs: KV_LIMITS.apiWindowMs,
    },
    clock,
  );

  const once = async <T>(call: ApiCall, read: (response: Response) => Promise<T>): Promise<T> => {
    let response: Response;
    try {
      response = await fetch(`${baseUrl}${call.path}`, {
        method: call.method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        signal: AbortSignal.timeout(timeoutMs),
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
    } catch (error) {
      throw new PassingError(`no answer (${causeOf(error)})`);
    }
    if (response.status === 429 || response.status >= 500) {
      throw new PassingError(`it answered ${response.status}`, retryAfterMs(response));
    }
    if (!response.ok && response.status !== 404) throw await refusal(call, response);
    try {
      return await read(response);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw new PassingError(`its answer broke off (${causeOf(error)})`);
    }
  };

  const run = async <T>(call: ApiCall, read: (response: Response) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await pace(() => once(call, read));
      } catch (error) {
        if (!(error instanceof PassingError)) throw error;
        const waitMs = error.waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
        if (attempt === MAX_ATTEMPTS || waitMs > LONGEST_WAIT_MS)
          throw exhausted(call, error, attempt, waitMs);
        onRetry?.(error.message, waitMs);
        await clock.sleep(waitMs);
      }
    }
  };

  return {
    json: (call) =>
      run(call, async (response) => {
        const reply = (await response.json()) as ApiReply;
        if (response.ok && reply.success) return reply;
        throw new StoreError(`${nameOf(call)} was refused: ${describe(response.status, reply)}`);
      }),
    bytes: (call) =>
      run(call, async (response) => {
        const bytes = new Uint8Array(await response.arrayBuffer());
        return response.status === 404 ? null : bytes;
      }),
  };
}

async function refusal(call: ApiCall, response: Response): Promise<StoreError> {
  const reply = (await response.json().catch(() => ({}))) as Partial<ApiReply>;
  const hint =
    response.status === 401 || response.status === 403
      ? " Check that the token is valid and may edit Workers KV Storage of this account."
      : "";
  return new StoreError(`${nameOf(call)} was refused: ${describe(response.status, reply)}.${hint}`);
}

function exhausted(call: ApiCall, error: PassingError, attempt: number, waitMs: number): StoreError {
  const seconds = Math.ceil(waitMs / 1000);
  const reason =
    attempt === MAX_ATTEMPTS ? `after ${attempt} attempts` : `and asks to come back in ${seconds} seconds`;
  return new StoreError(
    `${nameOf(call)} failed: ${error.message}, ${reason}. Nothing is lost: run the same command again later.`,
    { cause: error },
  );
}

function describe(status: number, { errors = [] }: Partial<ApiReply>): string {
  const reasons = errors.map(({ code, message }) => `${message} (${code})`);
  return `${status}${reasons.length === 0 ? "" : ` ${reasons.join(", ")}`}`;
}

function nameOf({ method, path }: ApiCall): string {
  return `Cloudflare's API: ${method} ${path.split("?")[0]}`;
}

/** In seconds, as Cloudflare documents it, or as a date (RFC 9110, 10.2.3). */
function retryAfterMs(response: Response): number | undefined {
  const text = response.headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const untilMs = Date.parse(text) - Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(untilMs) ? undefined : Math.max(0, untilMs);
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
