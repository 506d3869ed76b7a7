import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { call, newWorkspace, type Person, signIn, table } from '../driver.ts';
import { create } from '../reviews/reviewed.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { booksOf, newAdmin, newAgent } from './agent.ts';

beforeAll(useOwnTables);

const topUp = (as: Person, ws: string, body: unknown, headers: Record<string, string> = {}) =>
  call('POST', `/api/admin/wallets/${ws}/top-up`, { as, body, headers });

describe('the wallet', () => {
  test('the wallet of an agent has its price, its balance and its payment URL', async () => {
    const agent = await newAgent({ cents: 20 });
    const { status, body } = await call('GET', '/api/wallet', { as: agent.as });
    expect(status).toBe(200);
    expect(body).toEqual({
      workspace_id: agent.id,
      plan: 'agent',
      billing_mode: 'prepaid_micro',
      currency: 'usd',
      per_review_price_cents: 5,
      wallet_balance_cents: 20,
      wallet_topup_url: agent.answer.wallet_topup_url,
    });
  });

  test('the wallet of any other workspace says that nothing is charged', async () => {
    const ws = await newWorkspace();
    const { status, body } = await call('GET', '/api/wallet', { as: ws.owner });
    expect([status, body.billing_mode, body.per_review_price_cents, body.wallet_topup_url]).toEqual([
      200,
      'none',
      0,
      null,
    ]);
    expect((await call('GET', '/api/wallet/ledger', { as: ws.owner })).body).toEqual({ items: [], next_cursor: null });
  });

  test('is not visible to GUESTs', async () => {
    const ws = await newWorkspace();
    const [guest, token] = [await ws.guest(), await ws.token('GUEST')];
    for (const as of [guest, token])
      for (const path of ['/api/wallet', '/api/wallet/ledger'])
        expect((await call('GET', path, { as })).status).toBe(403);
  });

  test('lists its ledger newest first, in complete pages', async () => {
    const agent = await newAgent({ cents: 30 });
    for (let made = 0; made < 5; made += 1) expect((await create(agent.as)).status).toBe(200);
    const seen: { id: string; cents: number; kind: string }[] = [];
    let cursor: string | null = null;
    do {
      const path: string = `/api/wallet/ledger?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
      const { body } = await call('GET', path, { as: agent.as });
      seen.push(...body.items);
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen.map(({ kind }) => kind)).toEqual([...Array(5).fill('charge'), 'grant']);
    expect(seen.reduce((sum, { cents }) => sum + cents, 0)).toBe(5);
    expect(seen.map(({ id }) => id)).toEqual(
      seen
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });

  test('rejects another workspace’s cursor', async () => {
    const [one, other] = [await newAgent({ cents: 30 }), await newAgent({ cents: 30 })];
    for (const { as } of [one, one, other]) await create(as);
    const { body } = await call('GET', '/api/wallet/ledger?limit=1', { as: one.as });
    const path = `/api/wallet/ledger?limit=1&cursor=${encodeURIComponent(body.next_cursor)}`;
    expect((await call('GET', path, { as: other.as })).status).toBe(400);
  });
});

describe('a top-up by an operator', () => {
  test('adds to the balance, and is in the ledger with its note and in the audit log with its author', async () => {
    const [admin, agent] = [await newAdmin(), await newAgent({ cents: 1 })];
    const { status, body } = await topUp(admin, agent.id, { cents: 500, note: 'Welcome' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ workspace_id: agent.id, kind: 'grant', cents: 500, note: 'Welcome' }),
    ]);
    expect(await booksOf(agent.id)).toMatchObject({ balance: 501, sum: 501 });
    const owner = { ...(await signIn({ email: agent.contact_email })), workspace_id: agent.id };
    const { body: audit } = await call('GET', `/api/workspaces/${agent.id}/audit`, { as: owner });
    expect(audit.items.find(({ action }: { action: string }) => action === 'wallet.top_up')).toMatchObject({
      actor_id: admin.user_id,
      target: { cents: 500, entry_id: body.id },
    });
    expect((await call('GET', '/api/wallet/ledger', { as: agent.as })).text).not.toContain(admin.user_id);
  });

  test('counts once under one Idempotency-Key', async () => {
    const [admin, agent] = [await newAdmin(), await newAgent()];
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => topUp(admin, agent.id, { cents: 7 }, headers)));
    expect([...new Set(answers.map(({ text }) => text))]).toHaveLength(1);
    expect((await booksOf(agent.id)).balance).toBe(7);
    expect((await topUp(admin, agent.id, { cents: 8 }, headers)).status).toBe(422);
  });

  test('is limited to admins, and answers 404 for a workspace without a wallet', async () => {
    const [admin, agent, ws] = [await newAdmin(), await newAgent(), await newWorkspace()];
    expect((await topUp(ws.owner, ws.id, { cents: 5 })).status).toBe(403);
    expect(
      (await call('POST', `/api/admin/wallets/${agent.id}/top-up`, { as: agent.as, body: { cents: 5 } })).status,
    ).toBe(403);
    for (const id of [ws.id, newId(), 'nobody']) expect((await topUp(admin, id, { cents: 5 })).status).toBe(404);
    expect(await table().get(keys.wallet(ws.id))).toBe(undefined);
  });

  test.each([0, -5, 1.5, 1_000_001, '5', null])('a top-up of %j cents is rejected', async (cents) => {
    const [admin, agent] = [await newAdmin(), await newAgent()];
    expect((await topUp(admin, agent.id, { cents })).status).toBe(422);
    expect((await booksOf(agent.id)).balance).toBe(0);
  });
});
