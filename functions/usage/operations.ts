import { insufficientRole } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { isId } from '../kit/ids.ts';
import type { Table } from '../kit/table/table.ts';
import { monthlyLimitOf, monthOf } from '../reviews/spend/monthly-spend.ts';
import { toCents } from '../reviews/spend/prices.ts';
import { stageModel } from '../reviews/spend/stage-model.ts';
import type { usage } from './contract.ts';
import { addCounts, isNothing, noCounts, type UsageKind, usageKinds } from './counters.ts';
import { spendStore, type UsageByActor, usageStore } from './store.ts';
import { WINDOW_DAYS } from './window.ts';

const TOP = 10;

export const bindUsage = (table: Table, call: Call) => ({
  ...call,
  usage: usageStore(table, call),
  spend: spendStore(table, call),
});

type Usage = Operations<ReturnType<typeof bindUsage>, typeof usage>;

export const getMyUsage: Usage['getMyUsage'] = async ({ actor, usage }) => {
  if (actor.kind !== 'session') throw insufficientRole();
  const days = await usage.daysOf(actor.user_id);
  const { from, to } = usage.window;
  return {
    window_days: WINDOW_DAYS,
    from,
    to,
    totals: days.reduce((totals, { counts }) => addCounts(totals, counts), noCounts()),
    days: days.map(({ day, counts }) => ({ day, ...counts })),
  };
};

const mostOf = (totals: UsageByActor, kind: UsageKind): string[] =>
  [...totals]
    .filter(([, counts]) => counts[kind] > 0)
    .sort(([, a], [, b]) => b[kind] - a[kind])
    .slice(0, TOP)
    .map(([actor]) => actor);

export const listUsage: Usage['listUsage'] = async ({ usage }, { query: { limit, cursor } }) => {
  const from = usage.readCursor(cursor);
  const totals = from === undefined ? await usage.all() : await usage.after(from, limit + 1);
  const page = [...totals].slice(0, limit);
  const last = totals.size > limit ? page.at(-1) : undefined;
  const ranked = (kind: UsageKind) => (from === undefined ? mostOf(totals, kind) : []);
  const emails = await usage.emailsOf([...page.map(([actor]) => actor), ...usageKinds.flatMap(ranked)]);
  const who = (actor: string) => ({
    actor_id: actor,
    user_id: isId(actor) ? actor : null,
    email: emails.get(actor) ?? null,
  });
  const counted = (kind: UsageKind) =>
    ranked(kind).map((actor) => ({ ...who(actor), count: totals.get(actor)?.[kind] ?? 0 }));

  return {
    window_days: WINDOW_DAYS,
    from: usage.window.from,
    to: usage.window.to,
    rows: {
      // A row of the window's first month may hold nothing but days before it.
      items: page.flatMap(([actor, counts]) => (isNothing(counts) ? [] : [{ ...who(actor), ...counts }])),
      next_cursor: last ? usage.writeCursor(last[0]) : null,
    },
    top: from === undefined ? { writes: counted('writes'), runs: counted('runs'), mails: counted('mails') } : null,
  };
};

const nextMonthAfter = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
};

export const getModelUsage: Usage['getModelUsage'] = async ({ now, rows, spend }) => {
  const month = monthOf(now);
  const months = await spend.months();
  return {
    model: stageModel() ?? null,
    month,
    next_month_at: nextMonthAfter(now),
    limit_cents: monthlyLimitOf(rows.workspace) ?? null,
    reserved_cents: toCents(months.find((one) => one.month === month)?.reserved ?? 0),
    months: months
      .filter(({ input, output }) => input + output > 0)
      .map(({ month, input, cached, output, committed, reserved }) => ({
        month,
        tokens: { input, cached, output },
        cents: toCents(committed - reserved),
      })),
  };
};
