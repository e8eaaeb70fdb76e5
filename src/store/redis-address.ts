// Addresses of Redis or Valkey as people write them: redis://host, rediss:// for TLS, and the same with -cluster and
// several hosts for a cluster. Passwords never reach a message.
export interface RedisAddress {
  /** One address for a single server; several to find a cluster by. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly cluster: boolean;
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  readonly database?: number;
  /** As given, without the password. */
  readonly shown: string;
}

export const REDIS_FORMS =
  "Write redis://host:6379, rediss://user:password@host for TLS, or redis-cluster://host:port,host:port for a cluster.";

const DEFAULT_PORT = 6379;
const ADDRESS = /^(redis|rediss)(-cluster)?:\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/(\d*))?$/;

/** Null where the text is no such address. */
export function parseRedisAddress(text: string): RedisAddress | null {
  const match = ADDRESS.exec(text);
  if (match === null) return null;
  const [, scheme, clusterSuffix, credentials, hosts = "", database = ""] = match;
  const nodes = hosts.split(",").map(parseNode);
  const cluster = clusterSuffix !== undefined;
  if (nodes.some((node) => node === null) || (!cluster && nodes.length > 1)) return null;
  if (cluster && database !== "" && database !== "0") return null;
  const [username, password] = parseCredentials(credentials);
  return {
    nodes: nodes.filter((node) => node !== null),
    cluster,
    tls: scheme === "rediss",
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
    ...(database === "" || cluster ? {} : { database: Number(database) }),
    shown: `${scheme}${clusterSuffix ?? ""}://${credentials === undefined ? "" : "…@"}${hosts}${database === "" ? "" : `/${database}`}`,
  };
}

/** For messages about a text that may be no address at all. */
export function withoutPassword(text: string): string {
  return text.replace(/\/\/[^@/]*@/, "//…@");
}

function parseNode(text: string): { readonly host: string; readonly port: number } | null {
  const match = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(text);
  if (match === null) return null;
  const port = match[2] === undefined ? DEFAULT_PORT : Number(match[2]);
  return port > 65_535 ? null : { host: (match[1] as string).replace(/^\[|\]$/g, ""), port };
}

/** user:password, :password or password alone; percent-encoded where a character would be in the way. */
function parseCredentials(text: string | undefined): readonly [string, string] {
  if (text === undefined) return ["", ""];
  const colon = text.indexOf(":");
  const parts = colon < 0 ? ["", text] : [text.slice(0, colon), text.slice(colon + 1)];
  return parts.map(decode) as [string, string];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
