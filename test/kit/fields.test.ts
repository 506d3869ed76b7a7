import { describe, expect, test } from '@jest/globals';
import { fields, listOf, nullable, number, oneOf, optional, text } from '../../functions/kit/table/fields.ts';

const read = fields({
  id: text,
  state: oneOf(['open', 'closed']),
  due_at: nullable(number),
  tags: listOf(text),
  former: optional(fields({ until: number })),
});

const ROW = { id: 'a', state: 'open', due_at: null, tags: ['x'] };

describe('fields', () => {
  test('returns the fields that are named, and leaves others out', () => {
    expect(read({ ...ROW, former: { until: 1, version: 2 }, pk: 'WS#a' })).toEqual({ ...ROW, former: { until: 1 } });
  });

  test('takes a row without an optional field', () => {
    expect(read(ROW)).toEqual({ ...ROW, former: undefined });
  });

  test.each([
    ['a missing text', { id: undefined }],
    ['a number for a text', { id: 1 }],
    ['an unknown option', { state: 'ajar' }],
    ['a text for a number', { due_at: '1' }],
    ['nothing for a nullable number', { due_at: undefined }],
    ['a text for a list', { tags: 'x' }],
    ['a number in a list of texts', { tags: [1] }],
    ['null for an optional map', { former: null }],
  ])('throws for %s', (_, change) => {
    expect(() => read({ ...ROW, ...change })).toThrow(TypeError);
  });

  test.each([undefined, null, 'row'])('throws for %p instead of a row', (row) => {
    expect(() => read(row)).toThrow(TypeError);
  });
});
