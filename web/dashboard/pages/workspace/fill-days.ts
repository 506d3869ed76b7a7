import type { OutputOf } from '../../../client/index.ts';

type Usage = Pick<OutputOf<'getMyUsage'>, 'from' | 'to' | 'days'>;
const DAY_MS = 24 * 60 * 60 * 1000;

/** All days of the window, oldest first, with zeros for days that the service omits. */
export const fillDays = ({ from, to, days }: Usage, what: 'writes' | 'runs' | 'mails') => {
  const counts = new Map(days.map((one) => [one.day, one[what]]));
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length }, (_, index) => {
    const day = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
    return { day, count: counts.get(day) ?? 0 };
  });
};
