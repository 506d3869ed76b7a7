import type { InfiniteData } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import type { MergedPage, SitePosition } from './merge-sites.ts';
import type { InboxSearch, Period, Status } from './search.ts';

export type NoteRow = OutputOf<'listAnnotations'>['items'][number];
export type NotePages = InfiniteData<MergedPage, readonly SitePosition[]>;

export interface NoteFilter {
  status?: Status;
  kind?: string;
  auto_fix?: boolean;
  priority?: NoteRow['priority'];
  label?: string;
  /** Epoch milliseconds. */
  since?: number;
  quarantined: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LENGTHS: Readonly<Record<Period, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY, quarter: 91 * DAY };

/** Rounded to the hour: a cursor is only valid for the exact filters of its page. */
const sinceOf = (period: Period, now: number) => Math.floor(now / HOUR) * HOUR - LENGTHS[period];

export const filterOf = (search: InboxSearch, now: number): NoteFilter => {
  const { status = 'pending', kind, auto_fix, since, priority, label } = search;
  return {
    quarantined: status === 'quarantine',
    ...(status !== 'quarantine' && status !== 'all' && { status }),
    ...(kind && { kind }),
    ...(auto_fix && { auto_fix: auto_fix === 'yes' }),
    ...(since && { since: sinceOf(since, now) }),
    ...(priority && { priority }),
    ...(label && { label }),
  };
};

const fits = (note: NoteRow, { status, kind, auto_fix, since, quarantined, priority, label }: NoteFilter): boolean =>
  (priority === undefined || priority === note.priority) &&
  (label === undefined || note.labels.includes(label)) &&
  quarantined === (note.quarantine !== null) &&
  (status === undefined || status === note.status) &&
  (kind === undefined || kind === note.kind) &&
  (auto_fix === undefined || auto_fix === note.auto_fix) &&
  (since === undefined || Number(note.created_at) >= since);

const newestFirst = (one: NoteRow, other: NoteRow) => (one.id < other.id ? 1 : -1);

export const withNote = (data: NotePages, note: NoteRow, filter: NoteFilter): NotePages => {
  const pages = data.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== note.id) }));
  const page = pages.find(({ items, next_cursor }) => next_cursor === null || items.some(({ id }) => id < note.id));
  if (page && fits(note, filter)) page.items = [...page.items, note].sort(newestFirst);
  return { ...data, pages };
};

export type Leased = Pick<NoteRow, 'status' | 'acknowledged_by' | 'lease_expires_at'>;

export const isAtWork = ({ status, acknowledged_by, lease_expires_at }: Leased): boolean =>
  (status === 'pending' || status === 'blocked') &&
  acknowledged_by !== null &&
  Number(lease_expires_at ?? 0) > Date.now();
