// What Redis, its client and the network say when something is wrong, with what to do about it.

const ADVICE: readonly (readonly [says: RegExp, advice: string])[] = [
  [/^(MOVED|CROSSSLOT)/, "This server belongs to a cluster: write redis-cluster:// instead of redis://."],
  [/^(NOAUTH|WRONGPASS)/, "Give name and password in the address: redis://user:password@host."],
  [/^NOPERM/, "Give this user the rights it lacks: docs/operations.md lists them."],
  [/^OOM/, "The server is full: raise its maxmemory, or keep fewer releases (--keep)."],
  [/^READONLY/, "This is a replica: publish to the primary server."],
  [/ECONNREFUSED/, "Nothing listens there: start the server, or correct host and port of the address."],
  [/ENOTFOUND|EAI_AGAIN/, "No machine of that name is known: correct the host of the address, or try again."],
  [
    /Connection timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/,
    "Nothing answers there: look after network and firewall, or correct the address.",
  ],
  [/root nodes/, "No node of the cluster answers: start them, or correct the hosts of the address."],
];

/** The message as it is where there is nothing to add. */
export function withAdvice(message: string): string {
  const advice = ADVICE.find(([says]) => says.test(message))?.[1];
  return advice === undefined ? message : `${message.replace(/\.+$/, "")}. ${advice}`;
}

/** A host with several addresses fails with one error for each of them, and no message over them. */
export function reasonOf(error: Error): string {
  if (error.message !== "") return error.message;
  const parts: readonly Error[] = error instanceof AggregateError ? error.errors : [];
  return parts.map(({ message }) => message).join(", ") || error.name;
}
