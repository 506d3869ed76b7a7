import { now, SECOND } from '../clock.ts';
import { logLine } from '../log.ts';
import { isSwitch, type Switches } from '../switches.ts';
import { scratchKeys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** A change reaches every function within this time, half of the minute that it may take. */
const REMEMBERED_MS = 30 * SECOND;

const switchesIn = (row: Item = {}): Switches =>
  Object.fromEntries(Object.entries(row).filter(([name, state]) => isSwitch(name) && /^(on|off)$/.test(String(state))));

interface Known {
  switches: Promise<Switches>;
  until: number;
}
const known = new WeakMap<Table, Known>();

const read = async (table: Table, before: Known | undefined): Promise<Switches> => {
  try {
    return switchesIn(await table.get(scratchKeys.switches(), { in: 'scratch', consistent: false }));
  } catch (error) {
    logLine({ id: 'switches', fault: error instanceof Error ? error.name : 'unknown' });
    return (await before?.switches) ?? {};
  }
};

/** The stage's switches, at most 30 seconds old. Never throws: if the table is out of reach, they stay as last read. */
export const readSwitches = (table: Table): Promise<Switches> => {
  const before = known.get(table);
  if (before && before.until > now()) return before.switches;
  const switches = read(table, before);
  known.set(table, { switches, until: now() + REMEMBERED_MS });
  return switches;
};
