// Why a source could not be read, in words for people, with what to look at. What the system said stays in it: that is
// what people search for.

const NO_PERMISSION = "cannot be read: no permission (let this user read it, or run as one who may)";
const NOBODY_THERE = "is the receiver running, and is this its port?";
const NO_WAY_THERE = "is the machine on, and on a network that this one reaches?";
const NO_SUCH_NAME = "is the host's name right, and does this machine's network know it?";

/** Where the system's own words help nobody. */
const IN_OTHER_WORDS: Readonly<Record<string, string>> = {
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  ENOENT: "cannot be read: no such file (was it removed?)",
  EISDIR: "cannot be read: it is a folder (name the file in it)",
};

const WHAT_TO_LOOK_AT: Readonly<Record<string, string>> = {
  ECONNREFUSED: NOBODY_THERE,
  ECONNRESET: NOBODY_THERE,
  EHOSTUNREACH: NO_WAY_THERE,
  ENETUNREACH: NO_WAY_THERE,
  ETIMEDOUT: NO_WAY_THERE,
  UND_ERR_CONNECT_TIMEOUT: NO_WAY_THERE,
  ENOTFOUND: NO_SUCH_NAME,
  EAI_AGAIN: NO_SUCH_NAME,
  // fetch asks nothing of ports that belong to mail, file transfer and the like.
  "bad port": "no web server answers there; is it the right port?",
};

export function describeFailure(error: unknown): string {
  const { message, code = message, name } = causeOf(error as NodeJS.ErrnoException);
  if (name === "TimeoutError") return `does not answer (${NO_WAY_THERE})`;
  const other = IN_OTHER_WORDS[code];
  if (other !== undefined) return other;
  const lookAt = WHAT_TO_LOOK_AT[code];
  // A name with several addresses, none of which answers, fails without a message.
  return `${message || code}${lookAt === undefined ? "" : ` (${lookAt})`}`;
}

/** fetch wraps what went wrong. */
function causeOf(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  return error.message === "fetch failed" && error.cause instanceof Error ? error.cause : error;
}
