import { SECOND } from '../kit/clock.ts';
import { optionalSetting } from '../kit/config.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import type { Item } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
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

export const statusNews = (ws: string, annotation: string, status: Status, at: number) => {
  const key = keys.statusNews(ws, annotation);
  return { ...key, status, changed_at: at, ...owedNews(key, at) };
};
