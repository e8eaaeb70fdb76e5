// The flags of `fleet inspect`: without an argument the whole snapshot, with one a single airframe.
import { type Command, Option } from "commander";
import type { ProgramSettings } from "./program-settings.ts";

interface InspectFlags {
  readonly data: string;
  readonly raw?: string;
  readonly includeUnlicensed: boolean;
  readonly json: boolean;
}

export function addInspectCommand(
  program: Command,
  { console, dataOption, paths, exit }: ProgramSettings,
): void {
  program
    .command("inspect")
    .description(
      "show counts, sources, coverage, gaps and shared identifiers of the current snapshot; or, of one airframe, which source said what",
    )
    .argument("[identifier]", "a registration mark or Mode S address, such as N899DN")
    .addOption(dataOption())
    .addOption(
      new Option(
        "--raw <folder>",
        "upstream files to ask (default: those of the current snapshot, or raw/ in the data folder)",
      ),
    )
    .option("--include-unlicensed", "also ask sources without a clear licence", false)
    .option("--json", "print the whole manifest, or the airframe, as JSON", false)
    .action(async (identifier: string | undefined, options: InspectFlags) => {
      if (identifier === undefined) {
        const { inspect } = await import("./inspect.ts");
        exit(inspect(options, console));
        return;
      }
      const { explainAirframe } = await import("./explain.ts");
      exit(await explainAirframe({ ...options, identifier, paths }, console));
    });
}
