// What 'fleet observe' and 'fleet serve --observe' are told to observe: sources that cannot be are refused before
// anything else begins.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describeFailure } from "../observe/feeds/failure.ts";
import { parseSource, type SourceSpec } from "../observe/source-spec.ts";
import { CommandError, EXIT } from "./console.ts";

const SNAPSHOT_FILES = ["aircraft.json", "data.json"];

/** One spec per file, address or stream; throws a CommandError with what to do about a source that cannot be. */
export function resolveSources(sources: readonly string[], once: boolean): readonly SourceSpec[] {
  const specs = sources.flatMap((source) => specsOf(source, once));
  if (specs.length === 0)
    throw new CommandError("Nothing to observe: the folder holds no files. Name another.", EXIT.usage);
  return specs;
}

/** A folder stands for its files; live, for the snapshot that a receiver keeps writing there. */
function specsOf(source: string, once: boolean): readonly SourceSpec[] {
  const spec = parseSource(source);
  if (typeof spec === "string") throw new CommandError(spec, EXIT.usage);
  if (spec.kind !== "file") return [spec];
  const { path } = spec;
  if (!existsSync(path))
    throw new CommandError(
      `There is no file or folder ${path}. Check the path; on a receiver it is often /run/readsb or /run/dump1090-fa.`,
      EXIT.usage,
    );
  if (!statSync(path).isDirectory()) return [spec];
  const files = once ? filesUnder(path) : [snapshotIn(path)];
  return files.map((file) => ({ ...spec, path: file, label: file }));
}

/** In the order of the numbers in their names. */
function filesUnder(folder: string): readonly string[] {
  try {
    return (
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => join(folder, name))
        // A link may lead nowhere.
        .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
        .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    );
  } catch (error) {
    throw new CommandError(`${folder}: ${describeFailure(error)}`, EXIT.usage, { cause: error });
  }
}

function snapshotIn(folder: string): string {
  const file = SNAPSHOT_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file !== undefined) return file;
  throw new CommandError(
    `${folder} holds neither ${SNAPSHOT_FILES.join(" nor ")}. Name the file, or read the folder's files with --once.`,
    EXIT.usage,
  );
}
