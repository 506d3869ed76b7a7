import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, freshIp, table } from '../driver.ts';
import { freshContact, newAgent, registering, withOpenSignup } from '../wallet/agent.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const open = (more: object = {}, options = {}) => withOpenSignup(() => registering(more, options));

describe('while registration is closed', () => {
  test.each([
    ['a good request', { agent_name: 'Builder', contact_email: 'a@example.com' }],
    ['an empty one', {}],
    ['no JSON', '{'],
  ])('%s is a 403 with a reason', async (_, body) => {
    const { status, body: said } = await call('POST', '/api/v1/agents/register', { body });
    expect([status, said.reason, typeof said.message, typeof said.detail]).toEqual([
      403,
      'private_beta',
      'string',
      'string',
    ]);
  });
});

describe('a self-registered agent', () => {
  test('receives all that it needs, and nothing else', async () => {
    const { status, body } = await open({ agent_name: 'Page Fixer ✨' });
    expect(status).toBe(200);
    const base = process.env.BASE_URL;
    expect(body).toEqual({
      workspace_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      workspace_slug: expect.stringMatching(/^page-fixer-[0-9a-z]{6}$/),
      plan: 'agent',
      token: expect.stringMatching(/^svat_/),
      token_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      billing_mode: 'prepaid_micro',
      per_review_price_cents: 5,
      wallet_balance_cents: 0,
      wallet_topup_url: `${base}/__local/checkout?client_reference_id=${body.workspace_id}`,
      api_base: `${base}/api/v1`,
      mcp_discovery: `${base}/mcp.json`,
      docs_for_agents: `${base}/llms-full.txt`,
    });
  });

  test('has one site with its name, which it can change, and a MEMBER’s rights', async () => {
    const agent = await newAgent();
    const { body } = await call('GET', '/api/v1/sites', { as: agent.as });
    expect(body.items).toMatchObject([{ name: 'Builder', workspace_id: agent.id }]);
    const site = { url: 'https://builder.example.net/', allowed_origins: ['https://builder.example.net'] };
    const path = `/api/widget/sites/${agent.site_id}`;
    expect((await call('PATCH', path, { as: agent.as, body: site })).body.url).toBe(site.url);
    expect((await call('DELETE', path, { as: agent.as })).status).toBe(403);
    expect((await call('GET', '/api/wallet', { as: agent.as })).body.wallet_balance_cents).toBe(0);
  });

  test('has neither its token nor its contact readable in the table', async () => {
    const agent = await newAgent();
    const { items } = await table().query({ partition: workspacePartition(agent.id), consistent: true });
    const text = JSON.stringify(items);
    expect(text).not.toContain(agent.as.credential);
    expect(text).not.toContain(agent.contact_email);
  });

  test('is sent to the stage’s payment page if there is one, otherwise to the dashboard', async () => {
    const before = process.env.TOPUP_URL;
    process.env.TOPUP_URL = 'https://pay.example.com/b/abc?locale=en';
    try {
      const { body } = await open();
      expect(body.wallet_topup_url).toBe(
        `https://pay.example.com/b/abc?locale=en&client_reference_id=${body.workspace_id}`,
      );
      delete process.env.TOPUP_URL;
      const { body: other } = await open();
      expect(other.wallet_topup_url).toMatch(`/dashboard/wallet?workspace=${other.workspace_id}`);
    } finally {
      process.env.TOPUP_URL = before;
    }
  });

  test.each([
    { agent_name: '' },
    { agent_name: '  ' },
    { agent_name: 'x'.repeat(121) },
    { agent_name: null },
    { contact_email: 'ab' },
    { contact_email: 'nobody' },
    { contact_email: 'a@b\r\nBcc: c@d' },
    { contact_email: `a@${'x'.repeat(319)}` },
    { purpose: 'x'.repeat(501) },
  ])('a registration with %j is rejected before anything is written', async (more) => {
    expect((await open(more)).status).toBe(422);
  });

  test.each([
    { agent_name: 'x'.repeat(120) },
    { agent_name: '.' },
    { contact_email: 'a@b' },
    { purpose: null },
    { purpose: 'x'.repeat(500) },
  ])('a registration with %j is accepted', async (more) => {
    expect((await open(more)).status).toBe(200);
  });
});

describe('under one Idempotency-Key', () => {
  test('50 concurrent requests from many addresses, and a repeat, create one workspace and show one token', async () => {
    const body = { contact_email: freshContact() };
    const headers = { 'idempotency-key': `register-${newId()}` };
    const answers = await withOpenSignup(() =>
      Promise.all(Array.from({ length: 50 }, () => registering(body, { headers }))),
    );
    answers.push(await open(body, { headers }));
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
    const { token, workspace_id } = answers[0]!.body;
    expect((await call('GET', '/api/v1/sites', { as: { credential: token } })).body.items).toHaveLength(1);
    const { items } = await table().query({
      partition: workspacePartition(workspace_id),
      sort: ['begins_with', 'TOKEN#'],
      consistent: true,
    });
    expect(items).toHaveLength(1);
    expect((await open({ ...body, agent_name: 'Other' }, { headers })).status).toBe(422);
  });

  test('under an Idempotency-Key that others could guess, another address is another caller', async () => {
    const body = { contact_email: freshContact() };
    const [headers, ip] = [{ 'idempotency-key': '1' }, freshIp()];
    const [mine, again, theirs] = [
      await open(body, { headers, ip }),
      await open(body, { headers, ip }),
      await open(body, { headers }),
    ];
    expect(again.text).toBe(mine.text);
    expect(theirs.body.token).not.toBe(mine.body.token);
  });

  test('the token is not shown again after it is revoked', async () => {
    const body = { contact_email: freshContact() };
    const headers = { 'idempotency-key': `register-${newId()}` };
    const { body: made } = await open(body, { headers });
    await table().transact([
      { update: keys.apiToken(made.workspace_id, made.token_id), set: { revoked_at: now() }, when: [['exists', 'pk']] },
    ]);
    expect((await open(body, { headers })).status).toBe(409);
  });
});

describe('limits', () => {
  test('allow five agents a day from one address, ten concurrently, and again the next day', async () => {
    const ip = freshIp();
    const answers = await withOpenSignup(() => Promise.all(Array.from({ length: 10 }, () => registering({}, { ip }))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(refused.map(({ body }) => body.reason)).toEqual(Array(5).fill('agent_signup_ip_limit'));
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    advance(DAY);
    expect((await open({}, { ip })).status).toBe(200);
  });

  test('allow three a day for one contact in any spelling', async () => {
    const local = `agent-${newId().toLowerCase()}`;
    const spelled = [`${local}@example.com`, `${local}@EXAMPLE.com`, `${local.toUpperCase()}@example.com`];
    for (const contact_email of spelled) expect((await open({ contact_email })).status).toBe(200);
    const { status, body } = await open({ contact_email: spelled[0] });
    expect([status, body.reason]).toEqual([429, 'agent_signup_contact_limit']);
  });

  test('do not count a replay', async () => {
    const [ip, contact_email] = [freshIp(), freshContact()];
    const headers = { 'idempotency-key': `register-${newId()}` };
    for (let times = 0; times < 8; times += 1)
      expect((await open({ contact_email }, { ip, headers })).status).toBe(200);
    for (let times = 0; times < 2; times += 1) expect((await open({ contact_email }, { ip })).status).toBe(200);
    expect((await open({ contact_email }, { ip })).status).toBe(429);
  });
});
