import { SECOND } from '../kit/clock.ts';
import { optionalSetting } from '../kit/config.ts';
import { given } from '../kit/given.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import type { Item } from '../kit/table/table.ts';
import { OVERDUE, owed } from '../owed/jobs.ts';
import type { Status } from './rows.ts';

/** All events of a note within it are one mail. */
const GROUPING_SECONDS = 60;

/** The submitter is notified of these. */
export const TOLD = ['blocked', 'resolved', 'won_t_fix', 'duplicate'] as const satisfies readonly Status[];

export const isTold = (status: unknown): status is (typeof TOLD)[number] => TOLD.some((told) => told === status);

export const owedNews = (key: Key, at: number): Item => {
  const wait_seconds = Number(optionalSetting('MAIL_GROUPING_SECONDS') ?? GROUPING_SECONDS);
  return { ...owed('notify-submitter', key, at + wait_seconds * SECOND), wait_seconds };
};

interface StatusNews {
  status: Status;
  /** When it got this status; absent if only the original changed. */
  changed_at?: number | undefined;
  /** When the original of a duplicate became fixed, which its submitter hears, too. */
  fixed_at?: number | undefined;
  caused_by?: string | undefined;
}

/** One row for all of them: the latest replaces what is still owed. */
export const oweStatusNews = (ws: string, annotation: string, news: StatusNews, at: number) => {
  const { status, changed_at, fixed_at, caused_by } = news;
  const update = keys.statusNews(ws, annotation);
  const kept = given({ fixed_at, caused_by });
  const set: Item = { status, ...given({ changed_at }), ...kept, ...owedNews(update, at) };
  const without = ['fixed_at', 'caused_by'].filter((name) => !(name in kept));
  return { update, set, remove: [...OVERDUE, 'looks', ...without] };
};
