import { isId } from '../kit/ids.ts';
import type { Operation } from './context.ts';
import { isNothing, type UsageKind } from './counters.ts';
import type { UsageByActor } from './store.ts';
import { WINDOW_DAYS } from './window.ts';

const TOP = 10;

/** Who has the most of something, most first; of equals the lower id. */
const mostOf = (totals: UsageByActor, kind: UsageKind): string[] =>
  [...totals]
    .filter(([, counts]) => counts[kind] > 0)
    .sort(([, a], [, b]) => b[kind] - a[kind])
    .slice(0, TOP)
    .map(([actor]) => actor);

export const listUsage: Operation<'listUsage'> = async ({ usage }, { query: { limit, cursor } }) => {
  const from = usage.readCursor(cursor);
  const totals = from === undefined ? await usage.all() : await usage.after(from, limit + 1);
  const page = [...totals].slice(0, limit);
  const last = totals.size > limit ? page.at(-1) : undefined;
  const top = from === undefined ? (kind: UsageKind) => mostOf(totals, kind) : undefined;
  const ranked = top && { writes: top('writes'), runs: top('runs'), mails: top('mails') };

  const named = [...page.map(([actor]) => actor), ...Object.values(ranked ?? {}).flat()];
  const emails = await usage.emailsOf(named);
  const who = (actor: string) => ({
    actor_id: actor,
    user_id: isId(actor) ? actor : null,
    email: emails.get(actor) ?? null,
  });
  const counted = (kind: UsageKind) =>
    (ranked?.[kind] ?? []).map((actor) => ({ ...who(actor), count: totals.get(actor)?.[kind] ?? 0 }));

  return {
    window_days: WINDOW_DAYS,
    from: usage.window.from,
    to: usage.window.to,
    rows: {
      // A row of the window's first month may hold nothing but days before it.
      items: page.flatMap(([actor, counts]) => (isNothing(counts) ? [] : [{ ...who(actor), ...counts }])),
      next_cursor: last ? usage.writeCursor(last[0]) : null,
    },
    top: ranked ? { writes: counted('writes'), runs: counted('runs'), mails: counted('mails') } : null,
  };
};
