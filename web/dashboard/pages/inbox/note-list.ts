import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import type { MessageKey } from '../../words/messages.ts';
import type { NoteListKey } from './data.ts';
import { FIRST_PAGE } from './first-page.ts';
import { says, wordsOf } from './matching.ts';
import type { MergedPage, SitePosition } from './merge-sites.ts';
import type { InboxSearch, Period, Status } from './search.ts';

/** Without what only agents need to tell notes apart. */
export type NoteRow = Omit<OutputOf<'listAnnotations'>['items'][number], 'element'>;
export type Note = OutputOf<'getAnnotation'>;
export type NotePages = InfiniteData<MergedPage, readonly SitePosition[]>;

const EXCERPT = 300;

export const rowOf = ({ body, page, screenshot_url, duplicate_of, ...note }: Note): NoteRow => ({
  ...note,
  ...(duplicate_of && { duplicate_of }),
  excerpt: body.slice(0, EXCERPT),
  page_url: page.url,
  has_screenshot: screenshot_url !== null,
});

export interface NoteFilter {
  status?: Status;
  kind?: string;
  auto_fix?: boolean;
  priority?: NoteRow['priority'];
  label?: string;
  q?: string;
  /** Epoch milliseconds. */
  since?: number;
  quarantined: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LENGTHS: Readonly<Record<Period, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY, quarter: 91 * DAY };

/** Rounded to the hour: a cursor is only valid for the exact filters of its page. */
const sinceOf = (period: Period, now: number) => Math.floor(now / HOUR) * HOUR - LENGTHS[period];

/** The service needs a letter or digit to search for. */
export const isSearchable = (q: string | undefined): q is string => q !== undefined && /[\p{L}\p{N}]/u.test(q);

/** The service's maximum page size, for reading through a list. */
const LONG_PAGE = 200;

/** Assignees and orders aren't indexed, and texts without a letter aren't searchable. */
export const isReadThrough = ({ q, assignee, sort }: InboxSearch): boolean =>
  assignee !== undefined || sort !== undefined || (q !== undefined && !isSearchable(q));

export const limitOf = (search: InboxSearch): number => (isReadThrough(search) ? LONG_PAGE : FIRST_PAGE.limit);

export const filterOf = (search: InboxSearch, now: number): NoteFilter => {
  const { status = 'pending', kind, auto_fix, since, priority, label, q } = search;
  return {
    quarantined: status === 'quarantine',
    ...(status !== 'quarantine' && status !== 'all' && { status }),
    ...(kind && { kind }),
    ...(auto_fix && { auto_fix: auto_fix === 'yes' }),
    ...(since && { since: sinceOf(since, now) }),
    ...(priority && { priority }),
    ...(label && { label }),
    ...(isSearchable(q) && { q }),
  };
};

export const pageQuery = ({ auto_fix, quarantined, ...rest }: NoteFilter, limit: number, cursor: string) => ({
  ...rest,
  limit,
  ...(cursor && { cursor }),
  quarantined: quarantined ? ('true' as const) : ('false' as const),
  ...(auto_fix !== undefined && { auto_fix: auto_fix ? ('true' as const) : ('false' as const) }),
});

const fits = (note: NoteRow, { status, kind, auto_fix, since, quarantined, priority, label }: NoteFilter): boolean =>
  (priority === undefined || priority === note.priority) &&
  (label === undefined || note.labels.includes(label)) &&
  quarantined === (note.quarantine !== null) &&
  (status === undefined || status === note.status) &&
  (kind === undefined || kind === note.kind) &&
  (auto_fix === undefined || auto_fix === note.auto_fix) &&
  (since === undefined || Number(note.created_at) >= since);

export const newestFirst = (one: NoteRow, other: NoteRow): number => (one.id < other.id ? 1 : -1);

export const hasNote = ({ pages }: NotePages, note_id: string): boolean =>
  pages.some(({ items }) => items.some(({ id }) => id === note_id));

/** `held` was read, too, but is not shown yet. */
const replaced = (data: NotePages, note_id: string, held: readonly NoteRow[]): NotePages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.filter(({ id }) => id !== note_id),
    positions: page.positions.map((position) => ({
      ...position,
      held: position.held.flatMap((one) => (one.id === note_id ? held : [one])),
    })),
  })),
});

export const withoutNote = (data: NotePages, note_id: string): NotePages => replaced(data, note_id, []);

export const withNote = (data: NotePages, note: NoteRow, filter: NoteFilter): NotePages => {
  // Only the service knows whether its other texts match.
  const isFound = filter.q === undefined || hasNote(data, note.id) || says(note, wordsOf(filter.q));
  const { pages } = replaced(data, note.id, fits(note, filter) ? [note] : []);
  const page = pages.find(({ items, next_cursor }) => next_cursor === null || items.some(({ id }) => id < note.id));
  if (page && isFound && fits(note, filter)) page.items = [...page.items, note].sort(newestFirst);
  return { ...data, pages };
};

/** The rest of the list is as old as before: one that has to be read again still has to. */
export const placeNote = (queries: QueryClient, query: Query, id: string, note: NoteRow | undefined): void => {
  const { dataUpdatedAt: updatedAt, isInvalidated } = query.state;
  const [, , , filter] = query.queryKey as NoteListKey;
  const placed = (data: NotePages | undefined) => data && (note ? withNote(data, note, filter) : withoutNote(data, id));
  queries.setQueryData<NotePages>(query.queryKey, placed, { updatedAt });
  if (isInvalidated) query.invalidate();
};

/** Of all lists with this key; a note may be in several. */
export const loadedNotes = (queries: QueryClient, queryKey: QueryKey): NoteRow[] =>
  queries
    .getQueriesData<NotePages>({ queryKey })
    .flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? []);

/** A list that isn't shown may have an older state of a note than the others. */
export const newestById = (notes: readonly NoteRow[]): ReadonlyMap<string, NoteRow> =>
  new Map(
    notes.toSorted((one, other) => Number(one.updated_at) - Number(other.updated_at)).map((note) => [note.id, note]),
  );

/** A pending note may still have the outcome of an earlier status. */
export const outcomeLabel = ({ status, summary_of }: Pick<NoteRow, 'status' | 'summary_of'>): MessageKey => {
  if ((summary_of ?? status) === 'blocked') return 'inbox.question';
  return summary_of ? 'inbox.outcome.earlier' : 'inbox.outcome';
};

export type Leased = Pick<NoteRow, 'status' | 'acknowledged_by' | 'lease_expires_at'>;

export const isAtWork = ({ status, acknowledged_by, lease_expires_at }: Leased): boolean =>
  (status === 'pending' || status === 'blocked') &&
  acknowledged_by !== null &&
  Number(lease_expires_at ?? 0) > Date.now();

export interface LabelChange {
  label: string;
  isSet: boolean;
}

export const labelsAfter = ({ labels }: Pick<NoteRow, 'labels'>, { label, isSet }: LabelChange): string[] => {
  const others = labels.filter((one) => one !== label);
  return isSet ? [...others, label] : others;
};
