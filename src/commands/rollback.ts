// fleet rollback: makes the release before the current one, or a named one, current again.
import { NoReleaseError, type RollbackResult, rollback } from "../store/rollback.ts";
import { CommandError, type Console, EXIT } from "./console.ts";
import { type CloudflareSettings, type Destination, withDestination } from "./destination.ts";

export interface RollbackCommandOptions {
  readonly to: string;
  readonly release?: string | undefined;
  readonly verify: boolean;
  readonly json: boolean;
  readonly cloudflare: CloudflareSettings;
  readonly now: () => Date;
}

export function rollbackCommand(options: RollbackCommandOptions, console: Console): Promise<number> {
  return withDestination(options.to, options.cloudflare, console, async (destination) => {
    const result = await rollback(destination.writer, {
      now: () => options.now().getTime(),
      verifyAll: options.verify,
      progress: (stage, done, total) => console.progress(stage, done, total),
      ...(options.release === undefined ? {} : { to: options.release }),
    }).catch(refuseUnknown);
    console.settle();
    console.out(options.json ? JSON.stringify(result, null, 2) : describe(result, destination));
    return EXIT.ok;
  });
}

function refuseUnknown(error: unknown): never {
  if (!(error instanceof NoReleaseError)) throw error;
  throw new CommandError(error.message, EXIT.notFound, { cause: error });
}

function describe({ from, to }: RollbackResult, { shown, visible }: Destination): string {
  if (from === to) return `Release ${to} is current on ${shown} already.`;
  const before = from === null ? "" : ` (before: ${from})`;
  return `Release ${to} is current on ${shown} again${before}; readers see it ${visible}.`;
}
