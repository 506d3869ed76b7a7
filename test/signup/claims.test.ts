import { beforeAll, describe, expect, test } from '@jest/globals';
import { claimHash } from '../../functions/kit/access/claims.ts';
import { DAY, MINUTE, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { handler as purge } from '../../functions/workers/purge.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, type Person, signIn, table } from '../driver.ts';
import { freshContact, newAgent } from '../wallet/agent.ts';
import { batchOf } from '../workers/messages.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const listed = async (as: Person): Promise<{ id: string; role: string; plan: string }[]> =>
  (await call('GET', '/api/workspaces', { as })).body.items;

const read = (as: Person, ws: string) => call('GET', `/api/workspaces/${ws}`, { as });

const claimOf = (email: string, ws: string) => table().get(keys.claim(claimHash(email), ws));

describe('a person who signs in with the verified contact', () => {
  test('becomes OWNER of the workspace at their first sign-in and sees it in their list', async () => {
    const agent = await newAgent();
    const person = await signIn({ email: agent.contact_email });
    expect((await listed(person)).find(({ id }) => id === agent.id)).toMatchObject({ role: 'OWNER', plan: 'agent' });
    const audit = await call('GET', `/api/workspaces/${agent.id}/audit`, { as: person });
    expect(audit.body.items.map(({ action }: { action: string }) => action)).toEqual([
      'workspace.claim',
      'agent.register',
    ]);
    const tokens = await call('GET', `/api/workspaces/${agent.id}/api-tokens`, { as: person });
    expect([tokens.status, tokens.body.items.length]).toEqual([200, 1]);
    expect(await claimOf(agent.contact_email, agent.id)).toMatchObject({ claimed_by: person.user_id });
  });

  test('becomes OWNER though its address can’t be mailed', async () => {
    const contact_email = `müller-${newId()}@example.com`;
    const agent = await newAgent({ contact_email });
    await Promise.all(
      [contact_email.toUpperCase(), `x${contact_email}`].map((email) => signIn({ email }).then(listed)),
    );
    const person = await signIn({ email: contact_email });
    expect((await listed(person)).find(({ id }) => id === agent.id)).toMatchObject({ role: 'OWNER' });
  });

  test('becomes OWNER by naming the workspace in the path or in the header', async () => {
    for (const ask of [
      (as: Person, ws: string) => read(as, ws),
      (as: Person, ws: string) => call('GET', '/api/v1/sites', { as: { ...as, workspace_id: ws } }),
    ]) {
      const agent = await newAgent();
      const person = await signIn({ email: agent.contact_email });
      expect((await ask(person, agent.id)).status).toBe(200);
      expect((await read(person, agent.id)).body.role).toBe('OWNER');
    }
  });

  test('becomes OWNER of workspaces registered after their sign-in, also of several at once', async () => {
    const contact_email = freshContact();
    const person = await signIn({ email: contact_email });
    expect(await listed(person)).toHaveLength(1);
    const agents = [await newAgent({ contact_email }), await newAgent({ contact_email })];
    const ids = (await listed(person)).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(agents.map(({ id }) => id)));
  });

  test('becomes OWNER of more than twenty workspaces, in several requests', async () => {
    const contact_email = freshContact();
    // Three a day may be registered for one contact.
    const agents = [];
    for (let made = 0; made < 22; made += 1) agents.push(await newAgent());
    for (const { id } of agents) {
      await table().put({ ...keys.claim(claimHash(contact_email) ?? '', id), workspace_id: id, created_at: now() });
    }
    const person = await signIn({ email: contact_email });
    await listed(person);
    const ids = (await listed(person)).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(agents.map(({ id }) => id)));
  });

  test('is matched in any spelling of the address', async () => {
    const contact_email = freshContact();
    const agent = await newAgent({ contact_email: contact_email.toUpperCase() });
    expect((await read(await signIn({ email: contact_email }), agent.id)).status).toBe(200);
  });

  test('becomes OWNER once in 20 concurrent requests, and is the only one', async () => {
    const agent = await newAgent();
    const person = await signIn({ email: agent.contact_email });
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(person, agent.id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { items } = await table().query({
      partition: workspacePartition(agent.id),
      sort: ['begins_with', 'MEMBER#'],
      consistent: true,
    });
    expect(items).toHaveLength(1);
    expect(await table().get(keys.workspace(agent.id))).toMatchObject({ owner_count: 1 });
  });
});

describe('other people', () => {
  test('a person with an unverified address doesn’t become OWNER', async () => {
    const agent = await newAgent();
    const person = await signIn({ email: agent.contact_email, email_verified: false });
    expect((await read(person, agent.id)).status).toBe(404);
    expect((await listed(person)).map(({ id }) => id)).not.toContain(agent.id);
    expect(await claimOf(agent.contact_email, agent.id)).toBeDefined();
  });

  test('a person with another or a lookalike address doesn’t become OWNER', async () => {
    const contact_email = freshContact();
    const agent = await newAgent({ contact_email });
    for (const email of [freshContact(), contact_email.replace('k', '\u212a').replace('agent', 'a\u0261ent')]) {
      expect((await read(await signIn({ email }), agent.id)).status).toBe(404);
    }
  });

  test('the person who redeemed a claim doesn’t become OWNER again after being removed', async () => {
    const agent = await newAgent();
    const person = await signIn({ email: agent.contact_email });
    expect((await read(person, agent.id)).status).toBe(200);
    await table().removeMany([keys.member(agent.id, person.user_id)]);
    expect((await read(person, agent.id)).status).toBe(404);
  });
});

test('a workspace without people works with its token alone; its OWNER can delete it completely', async () => {
  const agent = await newAgent({ cents: 10 });
  expect((await call('GET', '/api/wallet', { as: agent.as })).status).toBe(200);
  const person = await signIn({ email: agent.contact_email });
  expect((await read(person, agent.id)).status).toBe(200);
  expect((await call('DELETE', `/api/workspaces/${agent.id}`, { as: person })).status).toBe(200);
  advance(30 * DAY + MINUTE);
  for (let runs = 0; (await table().get(keys.workspace(agent.id))) !== undefined; runs += 1) {
    expect(runs).toBeLessThan(10);
    await purge(batchOf([{ job: 'purge', ...keys.workspaceDue(agent.id) }]));
  }
  const { items } = await table().query({ partition: workspacePartition(agent.id), consistent: true });
  expect(items).toEqual([]);
});

test('a purge also deletes an unredeemed claim', async () => {
  const agent = await newAgent();
  await table().transact([
    {
      update: keys.workspace(agent.id),
      set: { deleted_at: 1, purge_at: 2, job: 'purge', due_at: 2, due_pk: 'DUE#0' },
      when: [['exists', 'pk']],
    },
  ]);
  for (let runs = 0; (await table().get(keys.workspace(agent.id))) !== undefined; runs += 1) {
    expect(runs).toBeLessThan(10);
    await purge(batchOf([{ job: 'purge', ...keys.workspace(agent.id) }]));
  }
  expect(await claimOf(agent.contact_email, agent.id)).toBe(undefined);
});
