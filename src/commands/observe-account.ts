// What 'fleet observe' says when it has ended: what every source gave, what it comes to, and what to do with it.
import type { SourceStatus } from "../observe/intake.ts";
import { count, countOf, describeTally, totalOf } from "../observe/live-view.ts";
import type { Observer } from "../observe/observer.ts";
import { CommandError, type Console, EXIT } from "./console.ts";

export interface AccountOptions {
  readonly once: boolean;
  readonly json: boolean;
  /** What the sightings take on disk. */
  readonly bytes: number;
  /** Whether a build follows; if not, people are told how what was heard gets into the API. */
  readonly building: boolean;
}

const READ_FORMATS = "readsb/dump1090 aircraft.json, readsb traces, OpenSky states, SBS text, adsb.lol";

/** As it happens: a live source may fail long before the others end. */
export function tellFailure({ spec, failure }: SourceStatus, note: (text: string) => void): void {
  if (failure !== null) note(`fleet: ${spec.label}: ${failure}`);
}

export function giveAccount(observer: Observer, options: AccountOptions, console: Console): void {
  if (options.json) {
    console.out(JSON.stringify(accountOf(observer), null, 2));
    return;
  }
  const { seen } = observer;
  // Of a source that could not be opened there is nothing to account for.
  const sources = observer.sources.filter(({ failure, tally }) => failure === null || tally.messages > 0);
  if (sources.length === 0) return;
  if (options.once) {
    for (const { spec, format, tally } of sources)
      console.out(`${spec.label} (${format ?? "no receptions"}): ${describeTally(tally)}`);
  }
  const total = totalOf(sources);
  const next = options.building || total.taken === 0 ? "" : " 'fleet build' brings it into the API.";
  console.out(
    `In all ${describeTally(total)}; ${count(seen.aircraft)} aircraft (${count(seen.new)} new), ${countOf(seen.visits, "visit")}; sightings take ${(options.bytes / 1e6).toFixed(1)} MB.${next}`,
  );
}

/** Throws where every source was read and none of them was understood: not to be mistaken for a quiet sky. */
export function refuseUnrecognised(sources: readonly SourceStatus[]): void {
  const strange = sources.filter(
    ({ failure, format, tally }) => failure === null && format === null && tally.messages > 0,
  );
  const [first] = strange;
  if (first === undefined || strange.length < sources.length) return;
  const who = strange.length === 1 ? "holds" : `and ${count(strange.length - 1)} more hold`;
  throw new CommandError(
    `${first.spec.label} ${who} no receptions; read are ${READ_FORMATS}, each packed with gzip or not.`,
    EXIT.badInput,
  );
}

function accountOf({ sources, seen }: Observer): unknown {
  return {
    sources: sources.map(({ spec, area, format, tally, failure }) => ({
      ...{ source: spec.label, format, area, failure },
      ...tally,
      rejected: Object.fromEntries(tally.rejected),
    })),
    ...seen,
  };
}
