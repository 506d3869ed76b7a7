import { describe, expect, test } from '@jest/globals';
import { type Claimant, decide } from '../../functions/kit/access/decide.ts';
import { endpoints } from '../../lib/docs/endpoints.ts';
import { roleRows } from './roles.ts';
import { claimant, KINDS, verdictOnRow } from './verdicts.ts';

const rows = new Map(roleRows().map((row) => [row.key, row]));
const cases = endpoints.map(({ row }) => ({ key: `${row.method} ${row.path}`, row }));
const session = { credential: 'session', role: 'GUEST', admin: false, oneself: false } as const;

describe('decide', () => {
  test.each(cases)('$key admits the callers that docs/roles.md admits, and refuses the others by its status', (one) => {
    const promised = rows.get(one.key)!;
    expect(KINDS.map((kind) => [kind, decide(one.row, claimant(promised, kind))])).toEqual(
      KINDS.map((kind) => [kind, verdictOnRow(promised, kind)]),
    );
  });

  test.each(cases)('$key admits an admin of the service exactly if docs/roles.md asks for one', ({ key, row }) => {
    const stranger: Claimant = { ...session, role: null };
    const { role } = rows.get(key)!;
    const plain = decide(row, stranger);
    expect(plain).toBe(role === 'admin' ? 403 : plain);
    expect(decide(row, { ...stranger, admin: true })).toBe(role === 'admin' ? 'passes' : plain);
  });

  test.each(cases)('$key admits a person named in its path without a role exactly if docs/roles.md does', (one) => {
    const { oneself } = rows.get(one.key)!;
    expect(decide(one.row, { ...session, oneself: true })).toBe(oneself ? 'passes' : decide(one.row, session));
    expect(decide(one.row, { ...session, role: null, oneself: true })).toBe(
      decide(one.row, { ...session, role: null }),
    );
  });
});
