import { expect, test } from '@jest/globals';
import { type NoteFilter, type NotePages, type NoteRow, withNote } from '../../web/dashboard/pages/inbox/note-list.ts';

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
