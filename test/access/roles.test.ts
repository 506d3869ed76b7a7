import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../lib/docs/endpoints.ts';
import { roleRows } from './roles.ts';

const roles = roleRows();
const byKey = new Map(roles.map((row) => [row.key, row]));
const contract = endpoints.map((one) => ({ ...one, key: `${one.row.method} ${one.row.path}` }));
const built = new Set(contract.map(({ key }) => key));

describe('docs/roles.md and the contracts', () => {
  test('the table lists the 87 routes of the specification, each once', () => {
    expect(new Set(byKey.keys()).size).toBe(roles.length);
    expect(roles.filter((row) => !row.beyond_spec)).toHaveLength(87);
  });

  test('every route that is built stands in the table', () => {
    expect(contract.map(({ key }) => key).filter((key) => !byKey.has(key))).toEqual([]);
  });

  test('every route of the table is built', () => {
    expect(roles.map(({ key }) => key).filter((key) => !built.has(key))).toEqual([]);
  });

  test.each(contract)('$key asks for the role, credentials and scope of the table', ({ key, row }) => {
    const expected = byKey.get(key)!;
    expect({
      role: row.role,
      by: [...row.by].sort(),
      beyond_spec: row.beyond_spec ?? false,
      oneself: row.oneself ?? false,
    }).toEqual({
      role: expected.role,
      by: [...expected.by].sort(),
      beyond_spec: expected.beyond_spec,
      oneself: expected.oneself,
    });
    const hasWorkspace = row.by.includes('session') && row.role !== 'admin';
    expect(hasWorkspace ? (row.scope ?? 'workspace') : null).toBe(expected.scope);
  });
});
