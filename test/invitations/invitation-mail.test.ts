import { beforeAll, describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { type InvitationNews, invitationLetter } from '../../functions/invitations/letters/invitation-letter.ts';
import { DAY, HOUR, MINUTE, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import type { StoredRow } from '../../functions/kit/table/table.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { toMime } from '../../functions/mail/mime.ts';
import { suppress } from '../../functions/mail/suppressions.ts';
import { newWorkspace, signIn, stage, table, type Workspace } from '../driver.ts';
import { until } from '../workers/until.ts';
import { accept, freshAddress, invitationsOf, preview } from './invited.ts';
import { mailed, mailsTo } from './mails.ts';

let ws: Workspace;
let at: ReturnType<typeof invitationsOf>;
beforeAll(async () => {
  ws = await newWorkspace();
  at = invitationsOf(ws);
});

const statusOf = async (id: string) => (await table().get(keys.invitation(ws.id, id)))?.mail_status;
const linkIn = (text: string) => /https?:\/\/\S+\/invitations\/\S+/.exec(text)?.[0] ?? '';

describe('the mail of an invitation', () => {
  test('contains a link whose token the invited person can accept', async () => {
    const email = freshAddress();
    const { body } = await at.create({ email });
    const [mail] = await mailed(email);
    expect(mail).toMatchObject({ to: [email], subject: expect.stringMatching(/^Invitation to /) });
    const link = linkIn(mail!.text);
    expect(link).toBe(body.link);
    expect(mail!.html).toContain(`href="${link}"`);
    const token = link.split('/').at(-1) ?? '';
    expect((await preview(token)).body).toMatchObject({ role: 'MEMBER' });
    await until(async () => (await statusOf(body.id)) === 'sent', 'the outcome');
    const answer = await accept(token, await signIn({ email }));
    expect(answer.status).toBe(200);
    expect((await preview(token)).status).toBe(404);
  });

  test('has an unsubscribe link that stops invitations to the address, and the next invitation says so', async () => {
    const email = freshAddress();
    await at.create({ email });
    const [mail] = await mailed(email);
    const stop = /<(.+)>/.exec(mail!.headers.find(({ name }) => name === 'list-unsubscribe')?.value ?? '')?.[1] ?? '';
    expect(stop.startsWith(stage().base_url)).toBe(true);
    expect((await fetch(stop, { method: 'POST' })).status).toBe(200);
    const next = await at.create({ email });
    expect(next.body.mail_status).toBe('suppressed');
    const again = await at.resend(next.body.token);
    expect([again.status, again.body.mail_status]).toEqual([200, 'suppressed']);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('is in the language of its workspace', async () => {
    const own = await newWorkspace();
    await table().transact([{ update: keys.workspace(own.id), set: { default_locale: 'de', name: 'Büro' } }]);
    const email = freshAddress();
    await invitationsOf(own).create({ email });
    expect((await mailed(email))[0]?.subject).toBe('Einladung zu Büro');
  });
});

describe('resend', () => {
  test('sends the same token three times an hour; the fourth request is a 429 with a reason and Retry-After', async () => {
    const email = freshAddress();
    const { body } = await at.create({ email });
    const answers = await Promise.all(Array.from({ length: 8 }, () => at.resend(body.token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(5).fill(429)]);
    const sent = answers.find(({ status }) => status === 200);
    expect(sent?.body).toMatchObject({ token: body.token, mail_status: 'pending' });
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({ reason: 'invitation_resend_limit', detail: expect.stringContaining('Wait') });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan((HOUR - 5 * MINUTE) / 1000);
    expect(wait).toBeLessThanOrEqual(HOUR / 1000);
    const mails = await mailed(email, 4);
    expect(new Set(mails.map(({ text }) => linkIn(text)))).toEqual(new Set([body.link]));
    expect((await at.resend((await at.create()).body.token)).status).toBe(200);
  });

  test('is allowed again after an hour', async () => {
    const { token, id } = await at.invited();
    for (const _ of [1, 2, 3]) expect((await at.resend(token)).status).toBe(200);
    expect((await at.resend(token)).status).toBe(429);
    const { created_at } = (await table().get(keys.invitation(ws.id, id))) as StoredRow & { created_at: number };
    await table().transact([{ update: keys.invitation(ws.id, id), set: { created_at: created_at - HOUR } }]);
    expect((await at.resend(token)).status).toBe(200);
  });

  test('sends one mail per Idempotency-Key', async () => {
    const email = freshAddress();
    const { token } = (await at.create({ email })).body;
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => at.resend(token, { headers })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await mailed(email, 2);
    expect((await mailsTo(email)).length).toBe(2);
  });

  test('is 410 once the invitation was accepted or revoked', async () => {
    const [used, revoked] = [await at.invited(), await at.invited()];
    await accept(used.token, used.person);
    await at.revoke(revoked.token);
    expect((await at.resend(used.token)).status).toBe(410);
    expect((await at.resend(revoked.token)).status).toBe(410);
  });

  test('is answered as before if it is repeated with its Idempotency-Key after the person joined', async () => {
    const { person, token } = await at.invited();
    const headers = { 'idempotency-key': newId() };
    expect((await at.resend(token, { headers })).status).toBe(200);
    await accept(token, person);
    const { status, body } = await at.resend(token, { headers });
    expect([status, body.mail_status]).toEqual([200, 'pending']);
  });
});

describe('an owed mail that is no longer wanted', () => {
  test('is not sent to an address that unsubscribed after the invitation, and the invitation says so', async () => {
    const email = freshAddress();
    const { token, id } = (await at.create({ email })).body;
    await mailed(email);
    await suppress(table(), addressHash(email), 'bounced');
    expect((await at.resend(token)).body.mail_status).toBe('suppressed');
    expect(await statusOf(id)).toBe('suppressed');
  });
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  'a\r\nBcc: victim@example.com',
  'a\u2028Bcc: victim@example.com',
  '=?UTF-8?Q?=0D=0ABcc:_victim@example.com?=',
  '\u202Egnp.exe',
  '</title><img src=x onerror=alert(1)>',
  '\u0000\u0007',
  'x'.repeat(500),
];

const news = (more: Partial<InvitationNews>): InvitationNews => ({
  to: 'ann@example.com',
  language: 'en',
  workspace: 'Studio',
  by: 'Ada',
  role: 'GUEST',
  link: 'https://sidenote.example/dashboard/invitations/svin_k1.x.y',
  expires_at: now() + 7 * DAY,
  data: 'https://sidenote.example/api/data/x',
  unsubscribe: 'https://sidenote.example/api/mail/unsubscribe/x',
  ...more,
});

describe('hostile names', () => {
  test.each(HOSTILE)('%j adds no recipient, no header and no markup', async (name) => {
    for (const language of ['en', 'de'] as const) {
      const plain = await PostalMime.parse(
        await toMime(invitationLetter(news({ language })), 'Sidenote <n@example.com>', 0),
      );
      const mail = await PostalMime.parse(
        await toMime(invitationLetter(news({ language, workspace: name, by: name })), 'Sidenote <n@example.com>', 0),
      );
      expect(mail.headers.map(({ key }) => key)).toEqual(plain.headers.map(({ key }) => key));
      expect(mail.to?.map(({ address }) => address)).toEqual(['ann@example.com']);
      expect(mail.bcc ?? []).toEqual([]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not appear.
      expect(mail.subject).not.toMatch(/[\u0000-\u001f\u2028\u202e]/);
      expect(mail.subject?.length).toBeLessThanOrEqual(100);
      const tags = (html = '') => [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag);
      expect(tags(mail.html)).toEqual(tags(plain.html));
    }
  });

  test("no subject contains the inviter's name", () => {
    expect(invitationLetter(news({ by: 'Buy now' })).subject).toBe('Invitation to Studio');
  });
});

test.each([
  ['en', /Expires on December 6, 2026 at 2:05\s*PM UTC\./],
  ['de', /Gültig bis 6\. Dezember 2026 um 14:05 UTC\./],
] as const)('the mail (%s) says until which minute the invitation works', (language, end) => {
  const { text, html } = invitationLetter(news({ language, expires_at: Date.UTC(2026, 11, 6, 14, 5, 33) }));
  expect(text).toMatch(end);
  expect(html).toMatch(end);
});
