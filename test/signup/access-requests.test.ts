import { describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { type CallOptions, call, freshIp, newWorkspace } from '../driver.ts';
import { mailed, mailsTo } from '../invitations/mails.ts';
import { newAdmin } from '../wallet/agent.ts';
import { until } from '../workers/until.ts';

const OPERATORS = 'operators@sidenote.example';

const ask = (email: string, more: object = {}, options: CallOptions = {}) =>
  call('POST', '/api/access-requests', {
    body: { email, intent: 'To review our pages', source: 'a friend', ...more },
    ...options,
    headers: { 'x-request-id': 'fixed', ...options.headers },
  });

const bytes = ({ status, headers: { date: _, ...headers }, text }: Awaited<ReturnType<typeof ask>>) =>
  JSON.stringify([status, headers, text]);

const fresh = () => `asker-${newId().toLowerCase()}@example.com`;

const listed = async () => {
  const as = await newAdmin();
  const { body } = await call('GET', '/api/admin/access-requests?limit=200', { as });
  return body.items as { email: string; intent: string | null; source: string | null; mail_status: string }[];
};

/** The mails to the operators that name an address. */
const mailsAbout = async (email: string) => (await mailsTo(OPERATORS)).filter(({ text }) => text?.includes(email));

describe('a request for access', () => {
  test('answers the same bytes the first time, when repeated, in another spelling, and with an Idempotency-Key', async () => {
    const email = fresh();
    const headers = { 'idempotency-key': newId() };
    const answers = [
      await ask(email),
      await ask(email),
      await ask(email.toUpperCase()),
      await ask(email, { intent: 'Something else' }),
      await ask(email, {}, { headers }),
      await ask(email, { intent: null }, { headers }),
      await ask(fresh(), {}, { headers }),
      await ask(fresh()),
    ];
    expect([...new Set(answers.map(bytes))]).toHaveLength(1);
    expect(answers[0]?.body).toEqual({ ok: true, queued: true, message: expect.any(String) });
  });

  test('is stored once per address in its first form and notifies operators once, 20 times concurrently', async () => {
    const email = fresh();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(index % 2 ? email : email.toUpperCase())),
    );
    expect(new Set(answers.map(bytes)).size).toBe(1);
    const about = await until(async () => {
      const mails = (await mailsTo(OPERATORS)).filter(({ text }) => text?.toLowerCase().includes(email));
      return mails.length > 0 && mails;
    }, 'the mail to the operators');
    await fetch(`${JSON.parse(process.env.SIDENOTE_STAGE ?? '{}').base_url}/__local/idle`);
    expect(about).toHaveLength(1);
    const rows = (await listed()).filter((row) => row.email.toLowerCase() === email);
    expect(rows).toMatchObject([{ intent: 'To review our pages', source: 'a friend', mail_status: 'sent' }]);
    expect((await mailsTo(OPERATORS)).filter(({ text }) => text?.toLowerCase().includes(email))).toHaveLength(1);
  });

  test('is visible to operators only', async () => {
    const ws = await newWorkspace();
    const path = '/api/admin/access-requests';
    expect((await call('GET', path)).status).toBe(401);
    for (const as of [ws.owner, await ws.token()]) expect((await call('GET', path, { as })).status).toBe(403);
  });

  test('cannot inject a header, a recipient or markup into the email', async () => {
    const email = fresh();
    const hostile = '<img src=x onerror=alert(1)>\r\nBcc: victim@example.com\u2028Subject: won\u202e';
    expect((await ask(email, { intent: hostile, source: '=?UTF-8?B?eA==?= <b>' })).status).toBe(200);
    const mail = await until(async () => (await mailsAbout(email))[0], 'the mail');
    expect(mail.to).toEqual([OPERATORS]);
    expect(mail.subject).toBe('Request for access to Sidenote');
    expect(mail.html).not.toMatch(/<img|<b>/);
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(await mailsTo('victim@example.com')).toEqual([]);
  });

  test.each(['ab', 'nobody', 'a b@example.com', 'a@b\r\nBcc: c@d', `a@${'x'.repeat(319)}`, '', null, 7])(
    'a request for access of %j is rejected',
    async (email) => {
      expect((await ask(email as string)).status).toBe(422);
    },
  );

  test.each([{ intent: 'x'.repeat(501) }, { source: 'x'.repeat(81) }])(
    'a request for access with %j is rejected',
    async (more) => {
      expect((await ask(fresh(), more)).status).toBe(422);
    },
  );

  test.each([
    { intent: null, source: null },
    { intent: 'x'.repeat(500), source: 'x'.repeat(80) },
    { intent: '', source: '' },
  ])('a request for access with %j is accepted', async (more) => {
    expect((await ask(fresh(), more)).status).toBe(200);
  });

  test('is accepted 20 times an hour from one client address, for any email; then it is a 429 with a reason', async () => {
    const ip = freshIp();
    const email = fresh();
    for (let times = 0; times < 20; times += 1)
      expect((await ask(times % 2 ? email : fresh(), {}, { ip })).status).toBe(200);
    const refused = await Promise.all([ask(email, {}, { ip }), ask(fresh(), {}, { ip })]);
    expect(refused.map(({ status, body }) => [status, body.reason])).toEqual(Array(2).fill([429, 'ip_rate_limit']));
  });

  test('reaches the operators’ mailbox', async () => {
    const email = fresh();
    await ask(email);
    await mailed(OPERATORS);
    expect(await until(async () => (await mailsAbout(email))[0], 'the mail')).toMatchObject({ to: [OPERATORS] });
  });
});
