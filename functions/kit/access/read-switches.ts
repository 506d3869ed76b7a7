import { now, SECOND } from '../clock.ts';
import { logLine } from '../log.ts';
import { isSwitch, type Switches } from '../switches.ts';
import { scratchKeys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** Half of the minute in which a change must reach every function. */
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

/** Never throws: if the table is out of reach, switches stay as last read. */
export const readSwitches = (table: Table): Promise<Switches> => {
  const before = known.get(table);
  if (before && before.until > now()) return before.switches;
  const switches = read(table, before);
  known.set(table, { switches, until: now() + REMEMBERED_MS });
  return switches;
};
