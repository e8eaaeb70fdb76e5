// Where releases go: kv:<namespace> is a namespace of Workers KV, redis://… a Redis or Valkey server or cluster.
import { setTimeout as sleep } from "node:timers/promises";
import { parseRedisAddress, withoutPassword } from "../store/redis-address.ts";
import type { ReleaseWriter } from "../store/release.ts";
import { StoreError } from "../store/store.ts";
import { CommandError, type Console, EXIT } from "./console.ts";

/** What the environment says about the Cloudflare account; only Workers KV needs it. */
export interface CloudflareSettings {
  readonly accountId?: string | undefined;
  readonly apiToken?: string | undefined;
  readonly baseUrl?: string | undefined;
}

export interface Destination {
  readonly writer: ReleaseWriter;
  /** For people: never a password. */
  readonly shown: string;
  /** When a reader sees that the pointer has moved. */
  readonly visible: string;
}

const NAMESPACE = /^kv:([0-9a-f]{32})$/i;
const FORMS =
  "Write kv:<namespace id> for Workers KV (32 hexadecimal digits, 'wrangler kv namespace list' shows them), redis://host:6379, rediss://… for TLS, or redis-cluster://host:port,host:port.";

/** Does the work with an open engine, closes it, and turns its errors into sentences. */
export async function withDestination<T>(
  to: string,
  cloudflare: CloudflareSettings,
  console: Console,
  work: (destination: Destination) => Promise<T>,
): Promise<T> {
  const destination = await openDestination(to, cloudflare, console);
  try {
    return await work(destination);
  } catch (error) {
    console.settle();
    if (!(error instanceof StoreError)) throw error;
    throw new CommandError(error.message, EXIT.failure, { cause: error });
  } finally {
    await destination.writer.close();
  }
}

async function openDestination(
  to: string,
  cloudflare: CloudflareSettings,
  console: Console,
): Promise<Destination> {
  const namespaceId = NAMESPACE.exec(to)?.[1];
  if (namespaceId !== undefined) return openKv(namespaceId, cloudflare, console);
  const address = parseRedisAddress(to);
  if (address === null) {
    throw new CommandError(`'${withoutPassword(to)}' is no place to publish to. ${FORMS}`, EXIT.usage);
  }
  const { openRedisWriter } = await import("../store/redis-store.ts");
  return { writer: openRedisWriter(to), shown: address.shown, visible: "within a second or two" };
}

async function openKv(
  namespaceId: string,
  { accountId, apiToken, baseUrl }: CloudflareSettings,
  console: Console,
): Promise<Destination> {
  if (!accountId || !apiToken) {
    const missing = [accountId ? "" : "CLOUDFLARE_ACCOUNT_ID", apiToken ? "" : "CLOUDFLARE_API_TOKEN"];
    throw new CommandError(
      `Workers KV needs ${missing.filter(Boolean).join(" and ")} in the environment. The token must be allowed to edit Workers KV Storage; docs/deploy-cloudflare.md says how to make one.`,
      EXIT.usage,
    );
  }
  const { openKvWriter } = await import("../store/cloudflare-kv-writer.ts");
  const writer = openKvWriter({
    accountId,
    namespaceId,
    token: apiToken,
    clock: { now: () => performance.now(), sleep: (ms) => sleep(ms) },
    onRetry: (reason, waitMs) =>
      console.note(`Cloudflare's API: ${reason}; trying again in ${Math.ceil(waitMs / 1000)} s.`),
    ...(baseUrl ? { baseUrl } : {}),
  });
  return { writer, shown: `kv:${namespaceId}`, visible: "within about a minute" };
}
