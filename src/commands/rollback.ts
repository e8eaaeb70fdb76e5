// fleet rollback: makes the release before the current one, or a named one, current again.
import { rollback } from "../store/rollback.ts";
import { type Console, EXIT } from "./console.ts";
import { type CloudflareSettings, withDestination } from "./destination.ts";

export interface RollbackCommandOptions {
  readonly to: string;
  readonly release?: string | undefined;
  readonly verify: boolean;
  readonly json: boolean;
  readonly cloudflare: CloudflareSettings;
  readonly now: () => Date;
}

export function rollbackCommand(options: RollbackCommandOptions, console: Console): Promise<number> {
  return withDestination(options.to, options.cloudflare, console, async ({ writer, shown, visible }) => {
    const result = await rollback(writer, {
      now: () => options.now().getTime(),
      verifyAll: options.verify,
      progress: (stage, done, total) => console.progress(stage, done, total),
      ...(options.release === undefined ? {} : { to: options.release }),
    });
    console.settle();
    const before = result.from === null || result.from === result.to ? "" : ` (before: ${result.from})`;
    console.out(
      options.json
        ? JSON.stringify(result, null, 2)
        : `Release ${result.to} is current on ${shown} again${before}; readers see it ${visible}.`,
    );
    return EXIT.ok;
  });
}
