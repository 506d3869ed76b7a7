import { expect, test } from '@jest/globals';
import { isLiveInScope } from '../../functions/annotations/in-scope.ts';
import { newId } from '../../functions/kit/ids.ts';
import { type Change, changeExpression, Expressions } from '../../functions/kit/table/expression.ts';
import { isLiveReview, visibleReviews } from '../../functions/reviews/api/review-reader.ts';
import { MAX_PENDING_DELETIONS, MAX_SITES } from '../../functions/sites/schema.ts';

test('nothing of a caller stands in an expression', () => {
  const expressions = new Expressions();
  const text = expressions.all([
    ['=', 'status) OR (1 = 1', 'x OR attribute_exists(pk)'],
    ['in', 'site_id', ['a', 'b']],
    ['not in', 'site_id', ['c']],
    ['any', [[['absent', 'deleted_at']], [['<=', 'deleted_at', 5]]]],
  ]);
  expect(text).toBe(
    '#n0 = :v0 AND #n1 IN (:v1, :v2) AND (NOT #n1 IN (:v3)) AND (attribute_not_exists(#n2) OR #n2 <= :v4)',
  );
  expect(expressions.attributes).toEqual({
    ExpressionAttributeNames: { '#n0': 'status) OR (1 = 1', '#n1': 'site_id', '#n2': 'deleted_at' },
    ExpressionAttributeValues: { ':v0': 'x OR attribute_exists(pk)', ':v1': 'a', ':v2': 'b', ':v3': 'c', ':v4': 5 },
  });
});

test('the widest scope that a caller can have fits the 4 KB that the store takes for an expression', () => {
  const scope = {
    workspace_id: newId(),
    sites: new Set(Array.from({ length: MAX_SITES }, newId)),
    deleted_sites: new Set(Array.from({ length: MAX_PENDING_DELETIONS }, newId)),
  };
  for (const tests of [isLiveInScope(scope), isLiveReview(scope), visibleReviews(scope)]) {
    expect(new Expressions().all(tests).length).toBeLessThan(3000);
  }
});

test('being in nothing never holds, being outside of nothing always does, and neither names a key, which filters must not', () => {
  expect(new Expressions().all([['in', 'a', []]])).toBe('(attribute_exists(#n0) AND attribute_not_exists(#n0))');
  expect(new Expressions().all([['not in', 'a', []]])).toBe('(attribute_exists(#n0) OR attribute_not_exists(#n0))');
});

test('parentheses never stand around parentheses, which the store refuses', () => {
  const expressions = new Expressions();
  expect(expressions.all([['any', [[['in', 'site_id', ['s1']]]]]])).toBe('#n0 IN (:v0)');
  expect(expressions.all([['any', [[['in', 'site_id', []]]]]])).not.toContain('((');
});

test('more than 100 values stand in several lists, since the store refuses longer ones', () => {
  const ids = Array.from({ length: 201 }, (_, index) => `s${index}`);
  const inside = new Expressions().all([['in', 'site_id', ids]]);
  expect(inside).toMatch(/^\(#n0 IN \(:v0, .*:v99\) OR #n0 IN \(:v100, .*:v199\) OR #n0 IN \(:v200\)\)$/);
  const outside = new Expressions().all([['not in', 'site_id', ids]]);
  expect(outside).toMatch(/^\(NOT #n0 IN \(:v0.*\)\) AND \(NOT #n0 IN \(:v100.*\)\) AND \(NOT #n0 IN \(:v200\)\)$/);
});

test('an update changes no attribute twice, which the store refuses', () => {
  const of = (change: Change) => () => changeExpression(new Expressions(), change);
  const overlaps: Change[] = [
    { remove: ['a', 'b', 'a'] },
    { set: { a: 1 }, remove: ['a'] },
    { set: { 'a.b': 1 }, remove: ['a'] },
    { set: { a: 1 }, add: { 'a.b': 1 } },
  ];
  for (const change of overlaps) expect(of(change)).toThrow(/^An update changes (a|a\.b) twice\.$/);
  expect(of({ set: { a: undefined, 'b.c': 1, 'b.d': 2 }, remove: ['a', 'ab'] })()).toMatch(/^SET .+ REMOVE .+$/);
});
