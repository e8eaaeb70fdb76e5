// Flags of publish, rollback and releases, and where they lead. The work is in a file of its own for each.
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Console } from "./console.ts";
import type { CloudflareSettings } from "./destination.ts";

export interface ReleaseCommandSettings {
  readonly console: Console;
  readonly dataOption: () => Option;
  readonly cloudflare: CloudflareSettings;
  readonly now: () => Date;
  readonly exit: (code: number) => void;
}

const KEEP = 3;

export function addReleaseCommands(program: Command, settings: ReleaseCommandSettings): void {
  const { console, dataOption, cloudflare, now, exit } = settings;
  const toOption = () =>
    new Option(
      "--to <address>",
      "kv:<namespace id> (Workers KV), redis://host:6379, rediss://… (TLS) or redis-cluster://host:port,…",
    ).makeOptionMandatory();

  program
    .command("publish")
    .description(
      "publish the current snapshot to Workers KV, Redis or Valkey and make it current there: uploads what is missing, reads it back, flips one pointer",
    )
    .addOption(toOption())
    .addOption(dataOption())
    .option("--keep <number>", "how many releases to keep, the current one included", parseKeep, KEEP)
    .option("--verify", "also read back what was there before, and mend what is damaged", false)
    .option("--json", "print the result", false)
    .action(async (options: { to: string; data: string; keep: number; verify: boolean; json: boolean }) => {
      const { publishCommand } = await import("./publish.ts");
      exit(await publishCommand({ ...options, cloudflare, now }, console));
    });

  program
    .command("rollback")
    .description("make the release before the current one, or a named one, current again")
    .argument("[release]", "name of the release, as 'fleet releases' shows it")
    .addOption(toOption())
    .option("--verify", "read back all of it first, instead of asking whether it is there", false)
    .option("--json", "print the result", false)
    .action(async (release: string | undefined, options: { to: string; verify: boolean; json: boolean }) => {
      const { rollbackCommand } = await import("./rollback.ts");
      exit(await rollbackCommand({ ...options, release, cloudflare, now }, console));
    });

  program
    .command("releases")
    .description("list the releases of a store: which one is current, which ones can be gone back to")
    .addOption(toOption())
    .option("--json", "print them as JSON", false)
    .action(async (options: { to: string; json: boolean }) => {
      const { releasesCommand } = await import("./releases.ts");
      exit(await releasesCommand({ ...options, cloudflare, now }, console));
    });
}

function parseKeep(text: string): number {
  const keep = Number(text);
  if (!/^\d+$/.test(text) || keep < 1 || keep > 100)
    throw new InvalidArgumentError("Give a number from 1 to 100.");
  return keep;
}
