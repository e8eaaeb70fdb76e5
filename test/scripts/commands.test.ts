// Reading `--help` for docs/commands.md: wrapped texts, defaults, variables, choices, arguments.
import { describe, expect, it } from "vitest";
import { parseHelp } from "../../scripts/generate/commands.ts";

const HELP = `Usage: fleet serve [options] <path>

serve the current snapshot (built first where there is none, or where program
or data changed)

Arguments:
  path               such as /airlines/DL

Options:
  --data <folder>    folder with everything a publisher has (default: ".fleet",
                     env: FLEET_DATA)
  --scope <scope>    what to keep (choices: "commercial", "all", default:
                     "commercial")
  --log <format>     json or off (choices: "json", "off")
  --in-memory        hold it in memory (default: false)
  -h, --help         print help
`;

describe("a command's help", () => {
  const help = parseHelp("serve", HELP);
  const option = (flag: string) => help.options.find((entry) => entry.flag.startsWith(flag));

  it("gives usage, description and arguments, joined where they were wrapped", () => {
    expect(help.usage).toBe("fleet serve [options] <path>");
    expect(help.description).toBe(
      "serve the current snapshot (built first where there is none, or where program or data changed)",
    );
    expect(help.args).toEqual([{ term: "path", text: "such as /airlines/DL" }]);
  });

  it("gives default and variable apart from the text", () => {
    expect(option("--data")).toEqual({
      flag: "--data <folder>",
      text: "folder with everything a publisher has",
      value: ".fleet",
      variable: "FLEET_DATA",
    });
  });

  it("names choices only where the text does not", () => {
    expect(option("--scope")).toMatchObject({
      text: "what to keep: `commercial`, `all`",
      value: "commercial",
    });
    expect(option("--log")).toMatchObject({ text: "json or off", value: "" });
  });

  it("leaves out --help, and that a switch is off by default", () => {
    expect(option("-h")).toBeUndefined();
    expect(option("--in-memory")).toMatchObject({ value: "", variable: "" });
  });
});
