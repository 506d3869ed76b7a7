import { now, SECOND } from '../clock.ts';
import { logLine } from '../log.ts';
import { scratchKeys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** What an operator can switch off or on while a stage runs, and what `off` does. */
export const SWITCHES = {
  demo: 'The demo reviews no page: 403',
  captcha: "The demo asks for no captcha; each address's daily allowance stays",
  sign_up: 'No new accounts: 403; existing accounts stay',
  registration: 'Agents cannot register themselves: 403; registered agents stay',
} as const;

export type SwitchName = keyof typeof SWITCHES;
export type SwitchState = 'on' | 'off';
/** A switch that is absent is as the stage configures it. */
export type Switches = Readonly<Partial<Record<SwitchName, SwitchState>>>;

export const isSwitch = (name: string): name is SwitchName => Object.hasOwn(SWITCHES, name);

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
