import { describe, expect, test } from '@jest/globals';
import type { NoteRow } from '../../web/dashboard/pages/inbox/note-list.ts';
import { readInboxSearch } from '../../web/dashboard/pages/inbox/search.ts';
import { sorted } from '../../web/dashboard/pages/inbox/sort.ts';

const note = (id: string, more: Partial<NoteRow>) =>
  ({ id, priority: 'none', due_on: null, updated_at: '0', ...more }) as NoteRow;
const NOTES = [
  note('new', {}),
  note('due', { due_on: '2026-12-01' }),
  note('late', { due_on: '2026-11-01', updated_at: '3' }),
  note('urgent', { priority: 'urgent', updated_at: '9' }),
  note('urgent and due', { priority: 'urgent', due_on: '2026-12-01' }),
];
const idsBy = (sort: 'updated' | 'priority' | 'due' | undefined) => sorted(NOTES, sort).map(({ id }) => id);

describe('the order of notes', () => {
  test('is by priority, then by day, and as listed otherwise', () => {
    expect(idsBy('priority')).toEqual(['urgent and due', 'urgent', 'late', 'due', 'new']);
    expect(idsBy('due')).toEqual(['late', 'urgent and due', 'due', 'urgent', 'new']);
    expect(idsBy('updated').slice(0, 2)).toEqual(['urgent', 'late']);
    expect(idsBy(undefined)).toEqual(NOTES.map(({ id }) => id));
  });

  test('is by priority and day for open notes only, and never on the board', () => {
    expect(readInboxSearch({ sort: 'due' })).toEqual({ sort: 'due' });
    expect(readInboxSearch({ sort: 'due', status: 'resolved' })).toEqual({ status: 'resolved' });
    expect(readInboxSearch({ sort: 'updated', status: 'resolved' })).toEqual({ sort: 'updated', status: 'resolved' });
    expect(readInboxSearch({ sort: 'updated', view: 'board' })).toEqual({ view: 'board' });
    expect(readInboxSearch({ sort: 'size' })).toEqual({});
  });
});
