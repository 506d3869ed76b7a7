import { monthBefore } from '../../functions/kit/audit/audit-log.ts';
import { monthOf, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { SWITCHES, type SwitchName, type SwitchState } from '../../functions/kit/switches.ts';
import { keys, operationsPartition, scratchKeys } from '../../functions/kit/table/keys.ts';
import type { Item, Table } from '../../functions/kit/table/table.ts';

export type Wanted = SwitchState | 'default';

const stateIn = (row: Item | undefined, name: string): Wanted => {
  const state = row?.[name];
  return state === 'on' || state === 'off' ? state : 'default';
};

const readRow = (table: Table) => table.get(scratchKeys.switches(), { in: 'scratch' });

export const listSwitches = async (table: Table): Promise<{ name: string; state: Wanted; off: string }[]> => {
  const row = await readRow(table);
  return Object.entries(SWITCHES).map(([name, off]) => ({ name, state: stateIn(row, name), off }));
};

export const listChanges = async (table: Table): Promise<Item[]> => {
  const current = monthOf(now());
  const pages = await Promise.all(
    [current, monthBefore(current)].map((month) =>
      table.query({
        partition: operationsPartition(month),
        newestFirst: true,
        limit: 10,
        consistent: true,
      }),
    ),
  );
  return pages.flatMap(({ items }) => items).slice(0, 10);
};

export interface Change {
  name: SwitchName;
  to: Wanted;
  operator: string;
  reason: string;
}

/** In one transaction with the audit. Functions follow within 30 seconds. */
export const setSwitch = async (table: Table, { name, to, operator, reason }: Change): Promise<{ from: Wanted }> => {
  const from = stateIn(await readRow(table), name);
  const [id, at] = [newId(), now()];
  const record = { id, operator, action: 'switch.set', target: { name, from, to }, reason, created_at: at };
  await table.transact([
    {
      in: 'scratch',
      update: scratchKeys.switches(),
      ...(to === 'default' ? { remove: [name] } : { set: { [name]: to } }),
    },
    { put: { ...keys.operation(monthOf(at), id), ...record }, when: [['absent', 'pk']] },
  ]);
  return { from };
};
