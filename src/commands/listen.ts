// Listening on the address and port that were asked for; where that cannot be, a sentence that says what to do.
import type { Server } from "node:http";
import { CommandError, EXIT } from "./console.ts";

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

const ANY_ADDRESS =
  "Listen on all of its addresses with --host 0.0.0.0, or on this machine alone with --host 127.0.0.1.";

export function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: Error & { code?: string }) => reject(explained(error, options)));
    server.listen(options.port, options.host, () => resolve());
  });
}

/** Trying again may mend a port in use; everything else takes a person. */
function explained(error: Error & { code?: string }, { host, port }: ListenOptions): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new CommandError(
        `Port ${port} is in use. Stop what runs there, or choose another: --port ${port + 1}`,
        EXIT.failure,
        { cause: error },
      );
    case "EACCES":
      return new CommandError(
        `Port ${port} needs more rights than this user has. Choose one above 1023, such as --port 8787, and let a proxy listen on ${port}.`,
        EXIT.usage,
        { cause: error },
      );
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
      return new CommandError(`This machine does not have the address ${host}. ${ANY_ADDRESS}`, EXIT.usage, {
        cause: error,
      });
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new CommandError(
        `'${host}' is no address, and no name of one that is known here. ${ANY_ADDRESS}`,
        EXIT.usage,
        { cause: error },
      );
    default:
      return error;
  }
}
