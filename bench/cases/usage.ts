import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { usageKey } from '../../functions/kit/table/keys.ts';
import { counterOf, monthCounterOf, usageKinds } from '../../functions/usage/counters.ts';
import { monthOf, windowEnding } from '../../functions/usage/window.ts';
import { call } from '../world.ts';
import { type Case, type Ground, get } from './case.ts';

const PEOPLE = 100;

/** A person who did something of each kind on every day of the window: the largest possible rows. */
const busy = async ({ table }: Ground, actor: string): Promise<void> => {
  for (const month of windowEnding(now()).months) {
    const days = Array.from({ length: 31 }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
    const counts = usageKinds.flatMap((kind) => [
      ...days.map((day) => [counterOf(kind, day), 123] as const),
      [monthCounterOf(kind), 123 * days.length] as const,
    ]);
    await table.put({ ...usageKey(monthOf(days[0] ?? ''), actor), ...Object.fromEntries(counts) }, { in: 'scratch' });
  }
};

const crowds = new WeakMap<Ground, Promise<unknown>>();
const crowd = (g: Ground) => {
  const known = crowds.get(g) ?? Promise.all(Array.from({ length: PEOPLE }, () => busy(g, newId())));
  crowds.set(g, known);
  return known;
};

const asAdmin = (g: Ground) => g.signIn('admin@example.com', ['admins']);

export const usage: Case[] = [
  {
    of: 'getMyUsage',
    ask: async (g) => {
      await busy(g, g.user_id);
      return get('/api/admin/usage/me', g.session);
    },
  },
  { of: 'getModelUsage', ask: async (g) => get('/api/model-usage', g.token) },
  {
    of: 'listUsage',
    ask: async (g) => {
      await crowd(g);
      return get('/api/admin/usage', await asAdmin(g));
    },
  },
  {
    of: 'listUsage',
    variant: 'second page',
    budget: 'restOfUsage',
    ask: async (g) => {
      await crowd(g);
      const first = await call<{ rows: { next_cursor: string } }>(get('/api/admin/usage', await asAdmin(g)));
      const cursor = encodeURIComponent(first.rows.next_cursor);
      return get(`/api/admin/usage?cursor=${cursor}`, await asAdmin(g));
    },
  },
];
