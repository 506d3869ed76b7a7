import { expect, test } from '@jest/globals';
import { now } from '../../functions/kit/clock.ts';
import { bytesToId, derivedId, firstIdAt, idToBytes, isId, newId } from '../../functions/kit/ids.ts';

test('an id becomes 16 bytes and the same id again', () => {
  for (const id of [newId(), '00000000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'])
    expect(bytesToId(idToBytes(id))).toBe(id);
});

test('ids of one process never go back', () => {
  const made = Array.from({ length: 1000 }, newId);
  expect([...made].sort()).toEqual(made);
});

test('a derived id is stable, and its parts cannot run into each other', () => {
  expect(derivedId('a', 'bc')).toBe(derivedId('a', 'bc'));
  expect(derivedId('ab', 'c')).not.toBe(derivedId('a', 'bc'));
  expect(isId(derivedId('a'))).toBe(true);
});

test('the first id of a millisecond bounds every id made in it', () => {
  const before = now();
  const id = newId();
  expect(firstIdAt(before) <= id).toBe(true);
  expect(firstIdAt(now() + 1) > id).toBe(true);
  expect(firstIdAt(0)).toBe('0'.repeat(26));
  expect(isId(firstIdAt(Number.MAX_SAFE_INTEGER))).toBe(true);
});

test.each(['', 'x', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ', '0000000000000000000000000I', `${'0'.repeat(26)}\n`])(
  '%j is no id',
  (text) => {
    expect(isId(text)).toBe(false);
  },
);
