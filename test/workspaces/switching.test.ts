import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Caller, call, newTeam, type Person, signIn, type Workspace } from '../driver.ts';
import { mcpUrl, post } from '../mcp/connect.ts';

let person: Person;
let teams: [Workspace, Workspace];
let sites: [string, string];
let notes: [string, string];
let mcp: [string, string];

beforeAll(async () => {
  person = await signIn();
  teams = [await newTeam(person), await newTeam(person)];
  const made = [await teams[0].site({ name: 'First' }), await teams[1].site({ name: 'Second' })] as const;
  sites = [made[0].id, made[1].id];
  mcp = [made[0].mcp_token, made[1].mcp_token];
  notes = [(await teams[0].note(made[0])).id, (await teams[1].note(made[1])).id];
});

const sitesOf = async (as: Caller, headers: Record<string, string> = {}): Promise<string[]> =>
  (await call('GET', '/api/v1/sites', { as, headers })).body.items.map(({ id }: { id: string }) => id);

const noteStatus = async (as: Caller, id: string, headers: Record<string, string> = {}) =>
  (await call('GET', `/api/v1/annotations/${id}`, { as, headers })).status;

describe('a person in several workspaces', () => {
  test('a session sees the workspace that X-SVC-Workspace names, or else the personal one', async () => {
    for (const index of [0, 1] as const) {
      const as = { ...person, workspace_id: teams[index].id };
      expect(await sitesOf(as)).toEqual([sites[index]]);
      expect(await noteStatus(as, notes[index])).toBe(200);
      expect(await noteStatus(as, notes[1 - index]!)).toBe(404);
    }
    expect(await sitesOf({ credential: person.credential })).toEqual([]);
  });

  test('a token stays in its own workspace, whatever the header names', async () => {
    const [mine, other] = teams;
    const token = await mine.token();
    for (const headers of [{}, { 'x-svc-workspace': other.id }, { 'x-svc-workspace': 'nonsense' }]) {
      expect(await sitesOf(token, headers)).toEqual([sites[0]]);
      expect(await noteStatus(token, notes[0], headers)).toBe(200);
      expect(await noteStatus(token, notes[1], headers)).toBe(404);
    }
  });

  test('a site’s agent finds nothing of the other workspace with any id', async () => {
    const arguments_ = { id: notes[1] };
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_annotation', arguments: arguments_ },
    };
    const answer = await (await post(mcpUrl(mcp[0]), body, { 'x-svc-workspace': teams[1].id })).text();
    expect(answer).toContain('Not found');
    expect(answer).not.toContain('The button does nothing');
  });

  test('a workspace in the path goes before the one in the header', async () => {
    const as = { ...person, workspace_id: teams[0].id };
    expect((await call('GET', `/api/workspaces/${teams[1].id}`, { as })).body.id).toBe(teams[1].id);
  });

  test('a GUEST of one workspace and OWNER of another has each role where it belongs', async () => {
    const guest = await teams[0].guest([sites[0]]);
    const own = await newTeam(guest);
    const create = (workspace_id: string) =>
      call('POST', '/api/widget/sites', {
        as: { ...guest, workspace_id },
        body: { name: 'S', url: 'https://s.example.com/' },
      });
    expect([(await create(teams[0].id)).status, (await create(own.id)).status]).toEqual([403, 200]);
    const { user_id, items: roles } = (await call('GET', '/api/workspaces', { as: guest })).body;
    expect(user_id).toBe(guest.user_id);
    expect(roles.find(({ id }: { id: string }) => id === teams[0].id).role).toBe('GUEST');
    expect(roles.find(({ id }: { id: string }) => id === own.id).role).toBe('OWNER');
  });
});
