import { DAY, dayOf, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { actorItem, unused } from '../../functions/usage/actor-row.ts';
import { WINDOW_DAYS } from '../../functions/usage/window.ts';
import { memoize } from '../memoize.ts';
import { call } from '../world.ts';
import { asAdmin, type Case, type Ground, get } from './case.ts';

const PEOPLE = 100;

/** A person who did something of each kind on every day of the window: the largest possible row. */
export const busyItem = (actor: string) => {
  const counts = { writes: 123, runs: 123, mails: 123 };
  const days = new Map(Array.from({ length: WINDOW_DAYS }, (_, age) => [dayOf(now() - age * DAY), counts] as const));
  return actorItem({ ...unused(actor), days, email: `${actor.toLowerCase()}@example.com` });
};

const busy = ({ table }: Ground, actor: string) => table.put(busyItem(actor), { in: 'scratch' });

const crowd = memoize((g: Ground) => Promise.all(Array.from({ length: PEOPLE }, () => busy(g, newId()))));

/** The first write or the first admin of a day ranks everyone. */
const ranked = async (g: Ground) => {
  await crowd(g);
  return call<{ rows: { next_cursor: string } }>(get('/api/admin/usage', await asAdmin(g)));
};

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
      await ranked(g);
      return get('/api/admin/usage', await asAdmin(g));
    },
  },
  {
    of: 'listUsage',
    variant: 'second page',
    budget: 'restOfUsage',
    ask: async (g) => {
      const cursor = encodeURIComponent((await ranked(g)).rows.next_cursor);
      return get(`/api/admin/usage?cursor=${cursor}`, await asAdmin(g));
    },
  },
];
