// fleet releases: what a store holds, which release is current, and which ones can be gone back to.
import { type ListedRelease, listReleases } from "../store/rollback.ts";
import { type Console, EXIT } from "./console.ts";
import { type CloudflareSettings, withDestination } from "./destination.ts";
import { megabytes } from "./publish.ts";

export interface ReleasesCommandOptions {
  readonly to: string;
  readonly json: boolean;
  readonly cloudflare: CloudflareSettings;
  readonly now: () => Date;
}

export function releasesCommand(options: ReleasesCommandOptions, console: Console): Promise<number> {
  return withDestination(options.to, options.cloudflare, console, async ({ writer, shown }) => {
    const releases = await listReleases(writer, options.now().getTime());
    if (options.json) console.out(JSON.stringify(releases.map(toJson), null, 2));
    else if (releases.length === 0)
      console.out(`Nothing is published on ${shown}. Run 'fleet publish' first.`);
    else console.out(releases.map(describe).join("\n"));
    return EXIT.ok;
  });
}

function describe(release: ListedRelease): string {
  const { id, current, publishedAt, retiredAt, values, bytes, missing, counts } = release;
  const state = current
    ? "current"
    : missing > 0
      ? `not whole: ${missing} values missing`
      : `until ${minute(retiredAt)}`;
  const airframes =
    counts.airframes === undefined ? "" : `, ${counts.airframes.toLocaleString("en")} airframes`;
  return `${current ? "*" : " "} ${id}  published ${minute(publishedAt)}  ${state}  (${values} values, ${megabytes(bytes)}${airframes})`;
}

function toJson({ publishedAt, retiredAt, ...release }: ListedRelease): object {
  return {
    ...release,
    publishedAt: new Date(publishedAt).toISOString(),
    retiredAt: retiredAt === null ? null : new Date(retiredAt).toISOString(),
  };
}

function minute(time: number | null): string {
  return time === null ? "now" : new Date(time).toISOString().slice(0, 16).replace("T", " ");
}
