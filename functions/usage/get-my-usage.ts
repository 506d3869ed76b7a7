import { insufficientRole } from '../kit/errors.ts';
import type { Operation } from './context.ts';
import { addCounts, noCounts } from './counters.ts';
import { WINDOW_DAYS } from './window.ts';

export const getMyUsage: Operation<'getMyUsage'> = async ({ actor, usage }) => {
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
