import { beforeAll, beforeEach, expect } from '@jest/globals';
import { type Endpoint, endpoints, pathVariables } from '../../lib/docs/endpoints.ts';
import { type Answer, type Caller, call, nextWindow } from '../driver.ts';
import { bodyOf, callRow, filled, type Ids, idsOf, malformedIds, newWorld, randomIds } from './world.ts';

const bytes = ({ status, headers: { date: _, ...headers }, text }: Answer) => ({ status, headers, text });

export interface Named {
  name: string;
  one: Endpoint;
}
export const allRows: readonly Named[] = endpoints.map((one) => ({ name: `${one.row.method} ${one.row.path}`, one }));
const withIds = allRows.filter(({ one }) => pathVariables(one.row.path).length > 0);
/** A category is only a word, and what is cloned is public. */
const isOpenToAll = ({ id }: Endpoint) => id === 'listCategoryPersonas' || id === 'clonePersona';
/** A GUEST may read the workspace itself and its personas. */
const isOpenToGuests = ({ one }: Named) =>
  one.row.role === 'GUEST' && idsOf(one.row.path).every((name) => name === 'ws_id' || name === 'persona_id');

/** Rows that name an object, by the rule that they are tested for. */
export const rowsWithIds = {
  inWorkspace: withIds.filter(({ one }) => one.row.by.includes('session') && !isOpenToAll(one)),
  get nested() {
    return this.inWorkspace.filter(({ one }) => pathVariables(one.row.path).length > 1);
  },
  get closedToGuests() {
    return this.inWorkspace.filter((one) => !isOpenToGuests(one));
  },
  bySecret: withIds.filter(({ one: { row } }) => !row.by.includes('session') && row.by.length > 0),
};

/** One row for each kind of object that paths name, one that only reads if there is any. */
export const onePerKind = (rows: readonly Named[]): Named[] => {
  const readFirst = [...rows].sort((a, b) => Number(b.one.row.method === 'GET') - Number(a.one.row.method === 'GET'));
  const kindOf = ({ one }: Named) => idsOf(one.row.path).at(-1);
  return readFirst.filter((row, index) => readFirst.findIndex((other) => kindOf(other) === kindOf(row)) === index);
};

/** The ids of a call with one variable, or several, taken from somewhere else. */
const mixed = (one: Endpoint, base: Ids, from: Ids, names = idsOf(one.row.path)): Ids => ({
  ...base,
  ...Object.fromEntries(names.map((name) => [name, from[name] ?? ''])),
});

/** Calls rows with ids that are not the caller's, and compares the answers byte by byte. */
export const useForeignIds = () => {
  let mine: Ids;
  let notMine: Ids;
  let strangers: Record<string, Caller | undefined>;
  let ungranted: Caller;
  let otherWidget: Caller;

  // All rows together are more requests than a minute allows.
  beforeEach(() => void nextWindow());
  beforeAll(async () => {
    const [here, elsewhere] = await Promise.all([newWorld(), newWorld()]);
    mine = await here.ids();
    notMine = await elsewhere.ids();
    strangers = {
      ...elsewhere.callers,
      'OWNER without a workspace named': { credential: elsewhere.ws.owner.credential },
      nobody: undefined,
    };
    ungranted = here.callers['GUEST, not granted'];
    otherWidget = elsewhere.callers['widget token'];
  });

  return {
    toStrangers: async ({ one }: Named) => {
      const answers = Object.entries(strangers).map(async ([who, caller]) => {
        const all = await Promise.all(
          [mine, randomIds(mine), malformedIds(mine)].map((ids) => callRow(one, ids, caller)),
        );
        const [foreign, ...others] = all.map(bytes);
        expect([401, 403, 404]).toContain(foreign?.status);
        for (const other of others) expect({ who, ...other }).toEqual({ who, ...foreign });
      });
      await Promise.all(answers);
    },
    withOnlyTheLastForeign: async ({ one }: Named) => {
      const last = idsOf(one.row.path).slice(-1);
      const caller = strangers.OWNER;
      const foreign = bytes(await callRow(one, mixed(one, notMine, mine, last), caller));
      expect(foreign.status).toBe(404);
      expect(bytes(await callRow(one, mixed(one, notMine, randomIds(mine), last), caller))).toEqual(foreign);
    },
    toAnUngrantedGuest: async ({ one }: Named) => {
      const there = bytes(await callRow(one, mine, ungranted));
      expect([403, 404]).toContain(there.status);
      const wanted = idsOf(one.row.path).filter((name) => name !== 'ws_id');
      if (wanted.length > 0)
        expect(bytes(await callRow(one, mixed(one, mine, randomIds(mine), wanted), ungranted))).toEqual(there);
    },
    toAnotherWidget: async ({ one }: Named) => {
      const foreign = bytes(await callRow(one, mine, otherWidget));
      expect(foreign.status).toBe(404);
      expect(bytes(await callRow(one, randomIds(mine), otherWidget))).toEqual(foreign);
      expect(bytes(await callRow(one, malformedIds(mine), otherWidget))).toEqual(foreign);
    },
    onNearlyItsPath: async ({ one }: Named) => {
      const path = filled(one.row.path, mine);
      const nearly = [
        `${path}/`,
        `/${path}`,
        path.replace('/', '//'),
        path.split('/').join('%2f').replace('%2f', '/'),
        path.toUpperCase(),
      ];
      const candidates = nearly.filter((candidate) => candidate !== path);
      const answers = candidates.map((wrong) =>
        call(one.row.method, wrong, { as: strangers.OWNER!, body: bodyOf(one) }),
      );
      const opened = (await Promise.all(answers)).flatMap(({ status }, index) =>
        status === 404 ? [] : [[candidates[index], status]],
      );
      expect(opened).toEqual([]);
      const verbs = endpoints.filter(({ row }) => row.path === one.row.path).map(({ row }) => row.method as string);
      for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((candidate) => !verbs.includes(candidate))) {
        const { status } = await call(verb, path, { as: strangers.OWNER! });
        expect({ verb, status }).toEqual({ verb, status: 404 });
      }
    },
  };
};
