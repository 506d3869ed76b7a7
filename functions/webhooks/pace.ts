import { DAY, HOUR, MINUTE, SECOND, ttlAt } from '../kit/clock.ts';
import { passed } from '../kit/table/expression.ts';
import { fields, number, optional, text } from '../kit/table/fields.ts';
import { keys } from '../kit/table/keys.ts';
import { findNumberAt } from '../kit/table/record.ts';
import type { Item, StoredRow, Table, Write } from '../kit/table/table.ts';

/** An attempt that takes longer keeps a worker from the events of others. */
const QUICK_MS = 2 * SECOND;
const QUICK_FOR_MS = DAY;
/** Until then no quick answer counts, so that a target can’t hang every other time. */
const SLOW_FOR_MS = HOUR;
/** Longer than the worker may run. */
const SLOT_MS = MINUTE;

export const isQuick = (webhook: StoredRow, at: number): boolean => (findNumberAt(webhook, 'quick_until') ?? 0) > at;

/** Remembers how long a target took; a write only if that is news. */
export const notePace = async (table: Table, webhook: StoredRow, ms: number, at: number): Promise<void> => {
  const quickFor = (findNumberAt(webhook, 'quick_until') ?? 0) - at;
  const slowFor = (findNumberAt(webhook, 'slow_until') ?? 0) - at;
  const isOfTarget = ['=', 'url', webhook.url] as const;
  if (ms > QUICK_MS) {
    if (slowFor > SLOW_FOR_MS / 2 && webhook.quick_until === undefined) return;
    const set = { slow_until: at + SLOW_FOR_MS };
    await table.tryTransact([{ update: webhook, set, remove: ['quick_until'], when: [isOfTarget] }]);
  } else if (slowFor <= 0 && quickFor <= QUICK_FOR_MS / 2) {
    const set = { quick_until: at + QUICK_FOR_MS };
    await table.tryTransact([
      { update: webhook, set, remove: ['slow_until'], when: [isOfTarget, passed('slow_until', at)] },
    ]);
  }
};

export interface Slot {
  take: Write;
  release: Write;
}

/** Three webhooks of a workspace may hang at once; then the others still get their turn. */
const SLOTS = ['slot_0', 'slot_1', 'slot_2'] as const;

const readHeld = optional(fields({ webhook: text, delivery_id: text, until: number }));
type Held = NonNullable<ReturnType<typeof readHeld>>;

const heldIn = (slots: Item, name: string, at: number): Held | undefined => {
  const held = readHeld(slots[name]);
  return held && held.until > at ? held : undefined;
};

interface Wanted {
  ws: string;
  webhook: string;
  id: string;
}

/**
 * A running delivery of a webhook that isn't known to answer quickly: one per webhook, three per workspace. Undefined
 * if none is free.
 */
export const freeSlot = (slots: Item, { ws, webhook, id }: Wanted, at: number): Slot | undefined => {
  if (SLOTS.some((name) => heldIn(slots, name, at)?.webhook === webhook)) return undefined;
  const name = SLOTS.find((one) => !heldIn(slots, one, at));
  if (!name) return undefined;
  const key = keys.webhookSlots(ws);
  const held: Held = { webhook, delivery_id: id, until: at + SLOT_MS };
  return {
    take: { update: key, set: { [name]: held, ttl: ttlAt(at + DAY) }, when: [passed(`${name}.until`, at)] },
    release: {
      update: key,
      remove: [name],
      when: [
        ['=', `${name}.delivery_id`, id],
        ['=', `${name}.until`, held.until],
      ],
    },
  };
};

const FIRST_PAUSE_MS = 4 * SECOND;
/** As long as a message can be delayed. */
const MAX_PAUSE_MS = 15 * MINUTE;

/** Grows, so that a long backlog costs little, and is random, so that it doesn’t come back at once. */
export const pauseMs = (times: number): number =>
  Math.round(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 4 ** times) * (0.5 + Math.random() / 2));
