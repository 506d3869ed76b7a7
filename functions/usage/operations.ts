import { monthOf } from '../kit/clock.ts';
import { insufficientRole } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { isId } from '../kit/ids.ts';
import type { Table } from '../kit/table/table.ts';
import { monthlyLimitOf } from '../reviews/spend/monthly-spend.ts';
import { toCents } from '../reviews/spend/prices.ts';
import { stageModel } from '../reviews/spend/stage-model.ts';
import type { usage } from './contract.ts';
import { addCounts, noCounts } from './days.ts';
import { spendStore, usageStore } from './store.ts';
import type { Ranked } from './top.ts';
import { WINDOW_DAYS } from './window.ts';

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
    totals: days.reduce((totals, [, counts]) => addCounts(totals, counts), noCounts()),
    days: days.map(([day, counts]) => ({ day, ...counts })),
  };
};

const who = (actor: string, email: string | undefined) => ({
  actor_id: actor,
  user_id: isId(actor) ? actor : null,
  email: email ?? null,
});

const ranked = (all: readonly Ranked[]) => all.map(({ actor, email, count }) => ({ ...who(actor, email), count }));

export const listUsage: Usage['listUsage'] = async ({ usage }, { query: { limit, cursor } }) => {
  const from = usage.readCursor(cursor);
  const [found, top] = await Promise.all([
    usage.after(from, limit + 1),
    from === undefined ? usage.mostActive() : undefined,
  ]);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;

  return {
    window_days: WINDOW_DAYS,
    from: usage.window.from,
    to: usage.window.to,
    rows: {
      items: page.map(({ actor, email, counts }) => ({ ...who(actor, email), ...counts })),
      next_cursor: last ? usage.writeCursor(last.actor) : null,
    },
    top: top ? { writes: ranked(top.writes), runs: ranked(top.runs), mails: ranked(top.mails) } : null,
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
