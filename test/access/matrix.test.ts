import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints } from '../../lib/docs/endpoints.ts';
import { type Caller, type Person, signIn } from '../driver.ts';
import { type RoleRow, roleRows } from './roles.ts';
import { callRow, type Ids, invite, inviteElsewhere, newWorld, teamOf, type World } from './world.ts';

const RANK = { GUEST: 1, MEMBER: 2, OWNER: 3 } as const;
type Rank = keyof typeof RANK;

const INSIDE = [
  'OWNER',
  'MEMBER',
  'GUEST, granted',
  'GUEST, not granted',
  'MEMBER token',
  'GUEST token',
  'MCP token',
  'widget token',
] as const;
const KINDS = [...INSIDE, 'nobody', 'no member', "another workspace's OWNER", "another workspace's token"] as const;
type Kind = (typeof KINDS)[number];

type Verdict = 'passes' | 401 | 403 | 404;

const roleOf = (kind: Kind): Rank => {
  if (kind.includes('OWNER')) return 'OWNER';
  return kind.includes('MEMBER') || kind.includes("workspace's token") ? 'MEMBER' : 'GUEST';
};
const credentialOf = (kind: Kind): string => {
  if (kind === 'widget token') return 'widget';
  if (kind === 'MCP token') return 'mcp';
  return kind.endsWith('token') ? 'token' : 'session';
};

const namesAnObject = ({ path }: RoleRow) => /\{(?!(ws_id|category)\})\w+\}/.test(path) && !path.endsWith('/clone');
/** Personas are the whole workspace's. */
const hangsOnASite = (row: RoleRow) => namesAnObject(row) && !row.path.startsWith('/api/personas/');

/** What the table and the rules above it promise for one kind of caller. */
const verdict = (row: RoleRow, kind: Kind): Verdict => {
  if (row.by.length === 0) return 'passes';
  if (kind === 'nobody') return 401;
  const credential = credentialOf(kind);
  if (row.by.includes('widget')) return credential === 'widget' ? 'passes' : 401;
  if (credential === 'widget' || credential === 'mcp') return 401;
  if (!row.by.includes(credential)) return 403;
  if (row.scope === 'user') return 'passes';
  if (row.role === 'admin') return 403;
  if (kind === 'no member') return 404;
  if (kind === "another workspace's OWNER" && row.scope === 'path') return 404;
  if (RANK[roleOf(kind)] < RANK[row.role ?? 'GUEST']) return 403;
  if (kind.startsWith('another')) return namesAnObject(row) ? 404 : 'passes';
  if (row.own_only && roleOf(kind) !== 'OWNER' && namesAnObject(row)) return 404;
  return kind === 'GUEST, not granted' && hangsOnASite(row) ? 404 : 'passes';
};

const changesItsObject = ({ id, row }: Endpoint) => row.method === 'DELETE' || id === 'rotateMcpToken';

const rows = roleRows();
const cases = endpoints.map((one) => ({ name: `${one.row.method} ${one.row.path}`, one }));

describe('who may call what', () => {
  let world: World;
  let ids: Ids;
  let callers: Record<Kind, Caller | undefined>;

  beforeAll(async () => {
    const [here, elsewhere] = await Promise.all([newWorld(), newWorld()]);
    world = here;
    ids = await here.ids();
    callers = {
      ...here.callers,
      nobody: undefined,
      'no member': { ...elsewhere.ws.owner, workspace_id: here.ws.id },
      "another workspace's OWNER": elsewhere.callers.OWNER,
      "another workspace's token": elsewhere.callers['MEMBER token'],
    };
  });

  /** What a caller who passes would use up is made anew for each. */
  const ownIds = async (one: Endpoint, kind: Kind): Promise<Ids> => {
    if (one.id === 'acceptInvitation') {
      const { email } = callers[kind] as Person;
      return { ...ids, invitation_token: await inviteElsewhere(email) };
    }
    if (one.id === 'revokeInvitation') return { ...ids, invitation_token: await invite(world.ws, 'x@example.com') };
    if (one.id === 'transferOwner' || one.id === 'deleteWorkspace')
      return { ...ids, ...(await teamOf(world.callers.OWNER)) };
    if (!changesItsObject(one)) return ids;
    return world.ids(one.row.path.includes('annotation_id') ? world.site : await world.ws.site());
  };

  test.each(cases)('$name', async ({ name, one }) => {
    const row = rows.find(({ key }) => key === name);
    if (!row) throw new Error(`docs/roles.md has no row ${name}.`);
    const ask = async (kind: Kind) => {
      const expected = verdict(row, kind);
      const given = expected === 'passes' ? await ownIds(one, kind) : ids;
      const leaves = one.id === 'deleteMe' && expected === 'passes';
      const { status, headers, body } = await callRow(one, given, leaves ? await signIn() : callers[kind]);
      const isRefused = status === 401 || status === 403 || status === 404;
      if (status === 401)
        expect(headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", error_description="/);
      if (isRefused) expect(body).toHaveProperty('detail');
      const isNoDoor = row.by.length === 0 && status === 404;
      return { kind, expected, seen: isRefused && !isNoDoor ? status : status < 500 ? 'passes' : status };
    };
    const answers = await Promise.all(KINDS.map(ask));
    expect(answers.map(({ kind, seen }) => [kind, seen])).toEqual(
      answers.map(({ kind, expected }) => [kind, expected]),
    );
  });
});
