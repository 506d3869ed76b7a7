import { beforeAll, describe, expect, test } from '@jest/globals';
import type * as z from 'zod';
import { refusesUnknown } from '../../functions/kit/contract/contract.ts';
import { type Endpoint, endpoints } from '../../lib/docs/endpoints.ts';
import { type Caller, call } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { bodyOf, filled, type Ids, newWorld, teamOf, type World } from './world.ts';

beforeAll(useOwnTables);

const cases = endpoints
  .filter(({ row }) => row.body)
  .map((one) => ({ name: `${one.row.method} ${one.row.path}`, one }));

let world: World;
let ids: Ids;

beforeAll(async () => {
  world = await newWorld();
  ids = await world.ids();
});

const callerOf = ({ row }: Endpoint): Caller | undefined => {
  if (row.role === 'admin') return world.admin;
  if (row.by.includes('session')) return world.callers.OWNER;
  if (row.by.includes('token')) return world.callers['MEMBER token'];
  return row.by.includes('widget') ? world.callers['widget token'] : undefined;
};

const send = (one: Endpoint, body: object, given: Ids = ids) => {
  const as = callerOf(one);
  const notes = { origin: 'https://shop.example.com', 'x-sidenote-notes': ids.note_secret ?? '' };
  return call(one.row.method, filled(one.row.path, given), {
    ...(as && { as }),
    body,
    ...(one.row.by.includes('widget') && { headers: notes }),
  });
};

/** A field of the body, misspelled. */
const misspelled = ({ row }: Endpoint): [wrong: string, right: string] => {
  const [right = ''] = Object.keys((row.body as z.ZodObject).shape ?? {}).sort((a, b) => b.length - a.length);
  return [`${right}x`, right];
};

describe('a body with a misspelled field', () => {
  test.each(cases.filter(({ one }) => refusesUnknown(one.row).body))(
    'is refused by $name, with the right name',
    async ({ one }) => {
      const [wrong, right] = misspelled(one);
      const { status, body } = await send(one, { ...(bodyOf(one, ids) as object), [wrong]: 'x' });
      expect([status, body.detail]).toEqual([422, expect.anything()]);
      expect(body.detail).toContainEqual(
        expect.objectContaining({
          loc: ['body', wrong],
          code: 'unknown_field',
          values: { field: wrong, nearest: right },
        }),
      );
    },
  );

  test.each(cases.filter(({ one }) => !refusesUnknown(one.row).body))(
    'is taken by $name, with a warning',
    async ({ one }) => {
      const [wrong, right] = misspelled(one);
      const given = one.id === 'transferOwner' ? { ...ids, ...(await teamOf(world.callers.OWNER)) } : ids;
      const { status, body } = await send(one, { ...(bodyOf(one, given) as object), [wrong]: 'x' }, given);
      expect(status).toBe(one.id === 'registerClient' ? 201 : 200);
      expect(body.warnings).toMatchObject([{ loc: ['body', wrong], msg: expect.stringContaining(right) }]);
    },
  );
});
