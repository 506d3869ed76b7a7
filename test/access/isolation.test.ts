import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints, pathVariables } from '../../lib/docs/endpoints.ts';
import { type Answer, type Caller, call } from '../driver.ts';
import { bodyOf, callRow, filled, type Ids, idsOf, malformedIds, newWorld, randomIds } from './world.ts';

const bytes = ({ status, headers: { date: _, ...headers }, text }: Answer) => ({ status, headers, text });

const named = (one: Endpoint) => ({ name: `${one.row.method} ${one.row.path}`, one });
const withIds = endpoints.filter(({ row }) => pathVariables(row.path).length > 0);
/** A category is only a word, and what is cloned is public. */
const isOpenToAll = ({ id }: Endpoint) => id === 'listCategoryPersonas' || id === 'clonePersona';
const inWorkspace = withIds.filter((one) => one.row.by.includes('session') && !isOpenToAll(one)).map(named);
const bySecret = withIds.filter(({ row }) => !row.by.includes('session') && row.by.length > 0).map(named);

let mine: Ids;
let notMine: Ids;
let strangers: Record<string, Caller | undefined>;
let ungranted: Caller;
let otherWidget: Caller;

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

/** The ids of a call with one variable, or several, taken from somewhere else. */
const mixed = (one: Endpoint, base: Ids, from: Ids, names = idsOf(one.row.path)): Ids => ({
  ...base,
  ...Object.fromEntries(names.map((name) => [name, from[name] ?? ''])),
});

describe('an id of another workspace answers the very bytes of an id that does not exist, and of no id', () => {
  test.each(inWorkspace)('$name', async ({ one }) => {
    const answers = Object.entries(strangers).map(async ([who, caller]) => {
      const all = await Promise.all(
        [mine, randomIds(mine), malformedIds(mine)].map((ids) => callRow(one, ids, caller)),
      );
      const [foreign, ...others] = all.map(bytes);
      expect([401, 403, 404]).toContain(foreign?.status);
      for (const other of others) expect({ who, ...other }).toEqual({ who, ...foreign });
    });
    await Promise.all(answers);
  });

  test.each(inWorkspace.filter(({ one }) => pathVariables(one.row.path).length > 1))(
    '$name, where only the last id is foreign',
    async ({ one }) => {
      const last = idsOf(one.row.path).slice(-1);
      const caller = strangers.OWNER;
      const foreign = bytes(await callRow(one, mixed(one, notMine, mine, last), caller));
      expect(foreign.status).toBe(404);
      expect(bytes(await callRow(one, mixed(one, notMine, randomIds(mine), last), caller))).toEqual(foreign);
    },
  );
});

/** A GUEST may read the workspace itself and its personas. */
const isOpenToGuests = ({ one }: { one: Endpoint }) =>
  one.row.role === 'GUEST' && idsOf(one.row.path).every((name) => name === 'ws_id' || name === 'persona_id');

describe('a GUEST without the grant gets the very bytes of an id that does not exist', () => {
  test.each(inWorkspace.filter((each) => !isOpenToGuests(each)))('$name', async ({ one }) => {
    const there = bytes(await callRow(one, mine, ungranted));
    expect([403, 404]).toContain(there.status);
    const wanted = idsOf(one.row.path).filter((name) => name !== 'ws_id');
    if (wanted.length > 0)
      expect(bytes(await callRow(one, mixed(one, mine, randomIds(mine), wanted), ungranted))).toEqual(there);
  });
});

describe("a widget token of another site finds nothing by another site's ids and secrets", () => {
  test.each(bySecret)('$name', async ({ one }) => {
    const foreign = bytes(await callRow(one, mine, otherWidget));
    expect(foreign.status).toBe(404);
    expect(bytes(await callRow(one, randomIds(mine), otherWidget))).toEqual(foreign);
    expect(bytes(await callRow(one, malformedIds(mine), otherWidget))).toEqual(foreign);
  });
});

describe('a path that is only nearly one of ours opens nothing', () => {
  test.each(endpoints.map(named))('$name', async ({ one }) => {
    const path = filled(one.row.path, mine);
    const segments = path.split('/');
    const nearly = [
      `${path}/`,
      `/${path}`,
      path.replace('/', '//'),
      segments.join('%2f').replace('%2f', '/'),
      path.toUpperCase(),
    ];
    const candidates = nearly.filter((candidate) => candidate !== path);
    const answers = candidates.map((wrong) => call(one.row.method, wrong, { as: strangers.OWNER!, body: bodyOf(one) }));
    const opened = (await Promise.all(answers)).flatMap(({ status }, index) =>
      status === 404 ? [] : [[candidates[index], status]],
    );
    expect(opened).toEqual([]);
    const verbs = endpoints.filter(({ row }) => row.path === one.row.path).map(({ row }) => row.method as string);
    for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((candidate) => !verbs.includes(candidate))) {
      const { status } = await call(verb, path, { as: strangers.OWNER! });
      expect({ verb, status }).toEqual({ verb, status: 404 });
    }
  });
});
