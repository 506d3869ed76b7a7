import { expect, test } from '@jest/globals';
import { Refusal } from '../../functions/kit/errors.ts';
import { type CursorBinding, readCursor, writeCursor } from '../../functions/kit/table/page.ts';

const binding: CursorBinding = { route: 'annotations', workspace_id: 'W', filter: { site: 'S', status: 'pending' } };
const POSITION = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const cursor = writeCursor(POSITION, binding);
const refused = (text: string, asked: CursorBinding = binding) => {
  try {
    readCursor(text, asked);
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.status : error;
  }
};

test('a cursor returns its position to the list it was made for', () => {
  expect(readCursor(cursor, binding)).toBe(POSITION);
  expect(readCursor(cursor, { ...binding, filter: { status: 'pending', site: 'S', kind: undefined } })).toBe(POSITION);
  expect(readCursor(undefined, binding)).toBeUndefined();
});

test('a cursor with any bit flipped is refused', () => {
  const bytes = Buffer.from(cursor);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, refused(flipped.toString('latin1'))]).toEqual([bit, 400]);
  }
});

test('a cursor that is cut anywhere, or has anything appended, is refused', () => {
  for (let length = 0; length < cursor.length; length += 1) expect(refused(cursor.slice(0, length))).toBe(400);
  for (const text of [`${cursor}A`, `${cursor}.`, `${cursor}.x`, '..', 'k1..']) expect(refused(text)).toBe(400);
});

test.each([
  { ...binding, route: 'sites' },
  { ...binding, workspace_id: 'V' },
  { ...binding, filter: { site: 'T', status: 'pending' } },
  { ...binding, filter: { site: 'S' } },
  { ...binding, filter: { site: 'S', status: 'pending', kind: 'bug' } },
])('a cursor is refused for another list: %j', (asked) => {
  expect(refused(cursor, asked)).toBe(400);
});
