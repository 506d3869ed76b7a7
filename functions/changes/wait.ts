import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { stillAuthorized } from '../kit/access/still-authorized.ts';
import { now, SECOND, ttlAt } from '../kit/clock.ts';
import { tooManyRequests } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { passed } from '../kit/table/expression.ts';
import { scratchKeys } from '../kit/table/keys.ts';
import { findNumberAt } from '../kit/table/record.ts';
import type { Table } from '../kit/table/table.ts';

export const MAX_WAITS = 5;
/** Half a read unit each. */
const LOOK_EVERY_MS = SECOND;
/** For the look before and after. */
const MARGIN_MS = 4 * SECOND;

const slotName = (slot: number) => `slot${slot}`;

const takeSlot = async (table: Table, ws: string, until: number): Promise<number> => {
  const update = scratchKeys.waits(ws);
  const row = await table.get(update, { in: 'scratch' });
  // Agents of a workspace often begin together, and should not all try the same slot first.
  const first = randomInt(MAX_WAITS);
  const free = Array.from({ length: MAX_WAITS }, (_, at) => (first + at) % MAX_WAITS).filter(
    (slot) => (findNumberAt(row ?? {}, slotName(slot)) ?? 0) <= now(),
  );
  for (const slot of free) {
    const name = slotName(slot);
    const set = { [name]: until, ttl: ttlAt(until) };
    if (await table.tryTransact([{ in: 'scratch', update, set, when: [passed(name, now())] }])) return slot;
  }
  throw tooManyRequests('waits_full', { max: MAX_WAITS }, LOOK_EVERY_MS / SECOND);
};

const freeSlot = async (table: Table, ws: string, slot: number, until: number): Promise<void> => {
  const name = slotName(slot);
  const when = [['=', name, until]] as const;
  await table.tryTransact([{ in: 'scratch', update: scratchKeys.waits(ws), remove: [name], when }]).catch(() => {});
};

/**
 * Looks again every second until `isWorth` answering or the time is over. Refused if five others of the workspace wait.
 * A credential that was revoked meanwhile gets nothing.
 */
export const waitFor = async <Answer>(
  table: Table,
  call: Pick<Call, 'actor' | 'scope' | 'rows'>,
  {
    seconds,
    first,
    look,
    isWorth,
  }: {
    seconds: number;
    first: Answer;
    look: (previous: Answer) => Promise<Answer>;
    isWorth: (answer: Answer) => boolean;
  },
): Promise<Answer> => {
  if (seconds === 0 || isWorth(first)) return first;
  const ws = call.scope.workspace_id;
  const held = now() + seconds * SECOND + MARGIN_MS;
  const slot = await takeSlot(table, ws, held);
  // Real time: the service's clock can be set.
  const end = performance.now() + seconds * SECOND;
  let answer = first;
  try {
    while (!isWorth(answer) && performance.now() < end) {
      await pause(Math.max(0, Math.min(LOOK_EVERY_MS, end - performance.now())));
      answer = await look(answer);
    }
  } finally {
    await freeSlot(table, ws, slot, held);
  }
  await stillAuthorized(table, call);
  return answer;
};
