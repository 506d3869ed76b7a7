import { domainToASCII } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { bindInvitations, createInvitation } from '../../functions/invitations/operations.ts';
import { MAX_A_DAY } from '../../functions/invitations/schema.ts';
import { DAY, now } from '../../functions/kit/clock.ts';
import type { Call } from '../../functions/kit/http/serve.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, scratchKeys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { suppress } from '../../functions/mail/suppressions.ts';
import { auditRows } from '../audit.ts';
import { call, newTeam, newWorkspace, table, type Workspace } from '../driver.ts';
import { freshAddress, invitationsOf } from './invited.ts';

let ws: Workspace;
let at: ReturnType<typeof invitationsOf>;
beforeAll(async () => {
  ws = await newWorkspace();
  at = invitationsOf(ws);
});

const rowsOf = async (id: string) => {
  const { items } = await table().query({ partition: `WS#${ws.id}`, consistent: true });
  return items.filter((row) => (row.id === id || row.invitation_id === id) && !String(row.sk).startsWith('INVITED#'));
};

describe('200', () => {
  test('the answer has a token that no row stores, and the same write adds the mail and the audit entry', async () => {
    const site = await ws.site();
    const email = freshAddress();
    const { status, body } = await at.create({ email, role: 'GUEST', site_grants: [site.id, site.id] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email,
      role: 'GUEST',
      site_grants: [site.id],
      status: 'open',
      mail_status: 'pending',
    });
    expect(body.token).toMatch(/^[\w.-]{60,128}$/);
    expect(body.link).toBe(`${process.env.BASE_URL}/dashboard/invitations/${body.token}`);
    expect(Number(body.expires_at) - Number(body.created_at)).toBe(7 * DAY);
    const rows = await rowsOf(body.id);
    expect(rows.map(({ sk }) => String(sk).split('#')[0]).sort()).toEqual(['INVITE', 'INVITE_MAIL']);
    expect(JSON.stringify(rows)).not.toContain(body.token.split('.')[2]);
    const audit = await auditRows(ws.id);
    expect(audit.find(({ target }) => (target as { invitation_id?: string }).invitation_id === body.id)).toMatchObject({
      action: 'invitation.create',
      actor_id: ws.owner.user_id,
    });
  });

  test('`ttl` is in seconds and later than the expiry', async () => {
    const { body } = await at.create();
    const row = await table().get(keys.invitation(ws.id, body.id));
    expect(Number(row?.ttl)).toBeGreaterThan(Number(body.expires_at) / 1000);
    expect(Number(row?.ttl)).toBeLessThan((Number(body.expires_at) + 31 * DAY) / 1000);
  });

  test('an invitation to an unsubscribed address says so and owes no mail', async () => {
    const email = freshAddress();
    await suppress(table(), addressHash(email), 'unsubscribed');
    const { body } = await at.create({ email: email.toUpperCase() });
    expect(body).toMatchObject({ mail_status: 'suppressed', status: 'open', token: expect.any(String) });
    expect((await rowsOf(body.id)).map(({ sk }) => String(sk).split('#')[0])).toEqual(['INVITE']);
  });

  test('an address on an internationalized domain gets mail, and a bounce of its ASCII form stops more', async () => {
    const tag = newId().toLowerCase();
    const domain = `bücher-${tag}.example`;
    const email = `info@${domain}`;
    const { status, body } = await at.create({ email });
    expect([status, body.email, body.mail_status]).toEqual([200, email, 'pending']);
    await suppress(table(), addressHash(`info@${domainToASCII(domain)}`), 'bounced');
    expect((await at.resend(body.token)).body.mail_status).toBe('suppressed');
    expect((await at.create({ email })).body.mail_status).toBe('suppressed');
  });

  test('a replay gives the same invitation, though its site was deleted meanwhile', async () => {
    const site = await ws.site();
    const headers = { 'idempotency-key': newId() };
    const body = { email: freshAddress(), role: 'GUEST', site_grants: [site.id] };
    const first = await at.create(body, { headers });
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
    const again = await at.create(body, { headers });
    expect([again.status, again.body.id, again.body.token]).toEqual([200, first.body.id, first.body.token]);
  });

  test('20 parallel requests with one Idempotency-Key make one invitation and give one answer', async () => {
    const headers = { 'idempotency-key': newId() };
    const email = freshAddress();
    const answers = await Promise.all(Array.from({ length: 20 }, () => at.create({ email }, { headers })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.token}`)).size).toBe(1);
    expect(await rowsOf(answers[0]?.body.id)).toHaveLength(2);
  });
});

describe('422', () => {
  test.each([
    ['no e-mail', { email: undefined }],
    ['no e-mail address', { email: 'ada' }],
    ['two addresses', { email: 'a@example.com,b@example.com' }],
    ['a line break', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['a name before it', { email: 'Ada <a@example.com>' }],
    ['an address that is too long', { email: `${'a'.repeat(310)}@example.com` }],
    ['OWNER', { role: 'OWNER' }],
    ['no role', { role: undefined }],
    ['a site that does not exist', { site_grants: [newId()] }],
    ['no id', { site_grants: ['x'] }],
    ['too many sites', { site_grants: Array(101).fill(newId()) }],
  ])('a body is refused for %s', async (_, body) => {
    const { status, body: answer } = await at.create(body);
    expect(status).toBe(422);
    expect(answer.detail[0]).toMatchObject({ loc: expect.any(Array), msg: expect.any(String) });
  });

  test('a site of another workspace is refused with the same bytes as a missing site', async () => {
    const foreign = await (await newWorkspace()).site();
    const [theirs, none] = await Promise.all([
      at.create({ site_grants: [foreign.id] }),
      at.create({ site_grants: [newId()] }),
    ]);
    expect({ status: theirs.status, text: theirs.text }).toEqual({ status: 422, text: none.text });
  });

  test('another body with a used Idempotency-Key is refused', async () => {
    const headers = { 'idempotency-key': newId() };
    expect((await at.create({}, { headers })).status).toBe(200);
    expect((await at.create({ role: 'GUEST' }, { headers })).status).toBe(422);
  });
});

describe('429', () => {
  test('the daily limit counts invitations of all workspaces and holds under parallel calls', async () => {
    const own = await newWorkspace();
    const day = new Date(now()).toISOString().slice(0, 10);
    await table().count(scratchKeys.invitationCount(own.owner.user_id, day), { count: MAX_A_DAY - 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => invitationsOf(own).create()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ reason: 'invitation_limit', detail: expect.stringContaining('tomorrow') });
  });
});

describe('403', () => {
  test('a MEMBER, a GUEST and an API token cannot invite', async () => {
    const callers = await Promise.all([ws.member(), ws.guest(), ws.token()]);
    const answers = await Promise.all(callers.map((as) => at.create({}, { as })));
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  test('an OWNER who was removed since the request was authorized invites no one', async () => {
    const team = await newTeam();
    const other = await team.coOwner();
    const ctx = bindInvitations(table(), {
      actor: { kind: 'session', user_id: other.user_id, name: other.name, role: 'OWNER' } as Call['actor'],
      scope: { workspace_id: team.id, sites: 'all', deleted_sites: new Set() },
      rows: {},
      now: now(),
      once: undefined,
      operation_id: 'createInvitation',
      request: { id: 'r', ip: '10.0.0.1', origin: undefined, route_key: '', headers: {}, body: '' },
    });
    await call('DELETE', `/api/workspaces/${team.id}/members/${other.user_id}`, { as: team.owner });
    const body = { email: freshAddress(), role: 'MEMBER' as const, site_grants: [] };
    const late = createInvitation(ctx, { ws_id: team.id, query: {}, body });
    await expect(late).rejects.toMatchObject({ status: 403 });
    expect((await invitationsOf(team).list()).body.items).toEqual([]);
  });
});

describe('a second invitation of the same address', () => {
  test('takes the place of the first, so that one is open', async () => {
    const email = freshAddress();
    const first = (await at.create({ email, role: 'GUEST' })).body;
    const second = (await at.create({ email: email.toUpperCase(), role: 'MEMBER' })).body;
    expect(second.id).not.toBe(first.id);
    const { items } = (await at.list('?status=all')).body;
    const ours = items.filter((one: { email: string }) => one.email.toLowerCase() === email);
    expect(ours.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [second.id, 'open'],
      [first.id, 'revoked'],
    ]);
    const audit = await auditRows(ws.id);
    expect(audit).toContainEqual(
      expect.objectContaining({ action: 'invitation.revoke', target: { invitation_id: first.id } }),
    );
  });

  test('leaves one open when eight are sent at once', async () => {
    const email = freshAddress();
    const roles = ['GUEST', 'MEMBER'];
    const answers = await Promise.all(roles.concat(roles, roles, roles).map((role) => at.create({ email, role })));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { items } = (await at.list('?status=open')).body;
    expect(items.filter((one: { email: string }) => one.email === email)).toHaveLength(1);
  });

  test('is a new one once the first was revoked', async () => {
    const email = freshAddress();
    const first = (await at.create({ email, role: 'GUEST' })).body;
    await at.revoke(first.token);
    const second = (await at.create({ email, role: 'GUEST' })).body;
    expect(second).toMatchObject({ status: 'open' });
    expect(second.id).not.toBe(first.id);
  });
});
