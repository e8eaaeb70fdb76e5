// The account of a build: for every file what was used, and what was not with the reason; nothing is dropped in silence.
import type { BundledSources } from "../sources/bundled.ts";
import type { Tally } from "../sources/tally.ts";
import type { WorldSources } from "../sources/world.ts";

export type Accounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface AccountInput {
  readonly bundled: BundledSources;
  readonly world: WorldSources;
  readonly airlines: Readonly<Record<string, number>>;
  /** What the commercial scope dropped while reading. */
  readonly dropped: ReadonlyMap<string, number>;
}

export function accountsOf({ bundled, world, airlines, dropped }: AccountInput): Accounts {
  const { register, airports } = bundled;
  const rejected = [...register.rejected.values()].reduce((sum, rows) => sum + rows, 0);
  const accounts: Record<string, Readonly<Record<string, number>>> = {
    "us-register airframes": {
      used: register.rowCount - rejected,
      ...Object.fromEntries(register.rejected),
    },
    ...talliesOf(airports.tallies),
    ...talliesOf(world.tallies),
    "airlines merged": airlines,
    "read, but outside the commercial scope": Object.fromEntries(dropped),
    "rows passed over": Object.fromEntries(world.passedOver.rows),
    "files passed over": Object.fromEntries(world.passedOver.files),
  };
  return Object.fromEntries(
    Object.entries(accounts).filter(([, account]) => Object.keys(account).length > 0),
  );
}

function talliesOf(tallies: ReadonlyMap<string, Tally>): Record<string, Readonly<Record<string, number>>> {
  const accounts: Record<string, Readonly<Record<string, number>>> = {};
  for (const [name, { used, rejected, remarks }] of tallies) {
    accounts[name] = { used, ...Object.fromEntries(rejected) };
    if (remarks.size > 0) accounts[`${name}, fields left out`] = Object.fromEntries(remarks);
  }
  return accounts;
}
