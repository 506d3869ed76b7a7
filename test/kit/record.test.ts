import { describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys, places } from '../../functions/kit/table/keys.ts';
import {
  findNumberAt,
  idsIn,
  idsOf,
  numberAt,
  type Pattern,
  type RecordKind,
  requireIds,
  requireIdsOf,
  textAt,
} from '../../functions/kit/table/record.ts';

const kinds = Object.entries(keys) as [string, RecordKind][];

describe('idsIn', () => {
  test.each(kinds)('gives back the ids that keys.%s was built from', (_, kind) => {
    const ids = [...`${kind.pk} ${kind.sk}`.matchAll(/<\w+>/g)].map(() => newId());
    expect(idsIn(kind, kind(...ids))).toEqual(ids);
  });

  test('tells kinds apart that share a partition', () => {
    const [ws, note, id] = [newId(), newId(), newId()];
    expect(idsIn(keys.reply, keys.resolution(ws, note, id))).toBeUndefined();
    expect(idsIn(keys.annotation, keys.context(ws, note))).toBeUndefined();
  });

  test('takes no id with a separator or nothing in it', () => {
    expect(idsIn(keys.reply, { pk: keys.annotation('w', 'n#x').pk, sk: 'REPLY#r' })).toBeUndefined();
    expect(idsIn(keys.reply, { pk: keys.annotation('w', 'n').pk, sk: 'REPLY#' })).toBeUndefined();
  });
});

describe('idsOf', () => {
  test.each(Object.entries(places) as [string, Pattern][])('gives back the ids of places.%s', (_, place) => {
    const ids = [...place.text.matchAll(/<\w+>/g)].map(() => newId());
    expect(idsOf(place, place(...ids))).toEqual(ids);
    expect(idsOf(place, place(...ids.slice(1)))).toBeUndefined();
  });

  test('is demanded by requireIdsOf', () => {
    expect(() => requireIdsOf(places.marketplace, 'persona')).toThrow('Unexpected key: persona.');
  });
});

test('requireIds throws for a key of another kind', () => {
  expect(() => requireIds(keys.review, keys.site('w', 's'))).toThrow('Unexpected key');
});

test.each([[{}], [{ role: 7 }], [{ role: null }]])(
  'textAt throws for a row whose attribute is missing or not text: %j',
  (row) => {
    expect(() => textAt(row, 'role')).toThrow('A row has no role.');
  },
);

describe('numberAt', () => {
  test('returns the number of a row', () => {
    expect(numberAt({ due_at: 0 }, 'due_at')).toBe(0);
  });

  test.each([{}, { due_at: '1' }, { due_at: null }])('throws for %p', (row) => {
    expect(() => numberAt(row, 'due_at')).toThrow();
  });
});

describe('findNumberAt', () => {
  test('returns undefined if the row has none', () => {
    expect(findNumberAt({}, 'due_at')).toBeUndefined();
  });

  test('throws for another type', () => {
    expect(() => findNumberAt({ due_at: '1' }, 'due_at')).toThrow();
  });
});
