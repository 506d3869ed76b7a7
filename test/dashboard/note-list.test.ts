import { expect, jest, test } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import {
  labelsAfter,
  type NoteFilter,
  type NotePages,
  type NoteRow,
  newestById,
  placeNote,
  withNote,
} from '../../web/dashboard/pages/inbox/note-list.ts';

const NOTE = {
  id: '2',
  status: 'pending',
  excerpt: 'The login button is hidden',
  summary: '',
  page_url: 'https://shop.example.com/',
  submitter: { name: '' },
  quarantine: null,
  labels: [],
} as unknown as NoteRow;

const FOUND: NoteFilter = { q: 'login', status: 'pending', quarantined: false };

const listOf = (...items: NoteRow[]): NotePages => ({
  pages: [{ items, next_cursor: null, positions: [] }],
  pageParams: [],
});
const idsOf = ({ pages }: NotePages) => pages.flatMap(({ items }) => items.map(({ id }) => id));

test('a note that left the results of a search comes back by undo, and no note comes that the search may not mean', () => {
  const left = withNote(listOf(NOTE), { ...NOTE, status: 'resolved' }, FOUND);
  expect(idsOf(left)).toEqual([]);
  expect(idsOf(withNote(left, NOTE, FOUND))).toEqual(['2']);
  expect(idsOf(withNote(left, { ...NOTE, excerpt: 'The logo is hidden' }, FOUND))).toEqual([]);
});

test('a list that must be read again is read when it opens, also if a note was placed in it meanwhile', async () => {
  const queries = new QueryClient();
  const queryKey = ['ws', 'notes', 'site', { status: 'pending', quarantined: false }, 50, ['site']];
  const read = jest.fn(async () => listOf().pages[0]);
  queries.setQueryData(queryKey, { ...listOf({ ...NOTE, id: '1' }), pageParams: [0] }, { updatedAt: 0 });
  await queries.invalidateQueries({ queryKey });
  const [query] = queries.getQueryCache().findAll({ queryKey });
  if (query) placeNote(queries, query, NOTE.id, NOTE);
  expect(idsOf(queries.getQueryData<NotePages>(queryKey) ?? listOf())).toEqual(['2', '1']);
  const list = new InfiniteQueryObserver(queries, {
    queryKey,
    queryFn: read,
    initialPageParam: 0,
    getNextPageParam: () => null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  list.subscribe(() => undefined)();
  expect(read).toHaveBeenCalledTimes(1);
  queries.clear();
});

test('of the states that lists have of a note, the newest is acted on', () => {
  const of = (status: NoteRow['status'], updated_at: string) => ({ ...NOTE, status, updated_at });
  const [old, fresh] = [of('pending', '9000'), of('resolved', '10000')];
  expect(newestById([fresh, old]).get(NOTE.id)).toBe(fresh);
  expect(newestById([old, fresh]).get(NOTE.id)).toBe(fresh);
});

test('a label is set or removed among labels that others set meanwhile', () => {
  const now = { labels: ['checkout', 'theirs'] };
  expect(labelsAfter(now, { label: 'mine', isSet: true })).toEqual(['checkout', 'theirs', 'mine']);
  expect(labelsAfter(now, { label: 'checkout', isSet: true }).toSorted()).toEqual(['checkout', 'theirs']);
  expect(labelsAfter(now, { label: 'checkout', isSet: false })).toEqual(['theirs']);
});
