import { beforeAll, describe, expect, test } from '@jest/globals';
import { keys } from '../../functions/kit/table/keys.ts';
import { type Caller, call, newTeam, table, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let agent: Caller;
let member: Caller;
beforeAll(async () => {
  ws = await newTeam();
  site = await ws.site();
  [agent, member] = [await ws.token(), await ws.member()];
});

const request = (id: string, intent = 'Disable the button while the form is sent') =>
  call('POST', `/api/v1/annotations/${id}/approval`, { as: agent, body: { intent, agent: 'claude' } });
const decide = (id: string, decision: string, approval_id: string, as: Caller = ws.owner) =>
  call('POST', `/api/widget/annotations/${id}/approval`, { as, body: { decision, approval_id } });

describe('decisions at once', () => {
  test('one of two concurrent decisions wins, and the row and its request agree', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await ws.note(site);
      const { approval } = (await request(id)).body;
      await Promise.all([decide(id, 'approve', approval.id), decide(id, 'decline', approval.id, member)]);
      const [note, row] = await Promise.all([
        table().get(keys.annotation(ws.id, id)),
        table().get(keys.approval(ws.id, id)),
      ]);
      expect(row?.state).toBe(note?.approval_state);
    }
  });

  test('a decision and another request at once never approve what wasn’t read', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await ws.note(site);
      const { approval } = (await request(id)).body;
      await Promise.all([decide(id, 'approve', approval.id), request(id, 'Delete the database')]);
      const { body: found } = await call('GET', `/api/v1/annotations/${id}`, { as: agent });
      expect([found.approval.intent, found.approval.state]).toEqual(['Delete the database', 'requested']);
    }
  });
});
