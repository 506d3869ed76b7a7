import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fileUrl } from '../../functions/files/signed-url.ts';
import { logBug } from '../../functions/kit/log.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { dataUrl } from '../../functions/mail/data-url.ts';
import { unsubscribeUrl } from '../../functions/mail/unsubscribe-url.ts';
import { threadUrl } from '../../functions/threads/thread-url.ts';
import { invoke } from '../../lib/local/gateway.ts';
import { call, freshIp, newWorkspace, table } from '../driver.ts';
import { LIST_TOOLS, mcpUrl, post } from '../mcp/connect.ts';
import { seedReview } from '../reviews/seed.ts';
import { newStakeholder, ORIGIN } from '../widget-api/visit.ts';

const lines: string[] = [];
const { log, error } = console;

/** The handlers' console calls are the service's log: each call is one line. */
beforeEach(() => {
  lines.length = 0;
  process.env.LOG_LEVEL = 'info';
  console.log = (...parts: unknown[]) => void lines.push(parts.join(' '));
  console.error = console.log;
});

afterEach(() => {
  process.env.LOG_LEVEL = 'error';
  Object.assign(console, { log, error });
});

const expectLines = (count: number) => {
  expect(lines.length).toBe(count);
  for (const line of lines) {
    expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
    expect(JSON.parse(line)).toMatchObject({ level: expect.stringMatching(/^(info|error)$/), id: expect.any(String) });
  }
};

const LINE_BREAKERS = [
  'a\r\n{"level":"error","id":"forged"}',
  'a\n{"level":"error","id":"forged"}',
  'a\r\nset-cookie: forged=1',
  'a\u2028forged',
  'a\u0085forged',
  'a"}{"forged":"',
  'forged\u0000',
  `forged${'x'.repeat(200)}`,
  ' forged',
];

describe('an X-Request-Id', () => {
  test.each(LINE_BREAKERS)('%j forges no line and no header', async (id) => {
    const answers = [
      await call('GET', '/api/v1/sites', { headers: { 'x-request-id': id } }),
      await call('GET', '/api/v1/nothing', { headers: { 'x-request-id': id } }),
      await invoke({ method: 'POST', path: '/mcp/svmt_x', headers: { 'x-request-id': id, 'x-client-ip': freshIp() } }),
    ];
    expectLines(3);
    expect(lines.join('')).not.toContain('forged');
    for (const { headers } of answers) {
      expect(headers['x-request-id']).toMatch(/^[\w-]{51}==$/);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  test('a harmless X-Request-Id is returned and logged', async () => {
    const { headers } = await call('GET', '/api/health', { headers: { 'x-request-id': 'build-7/step:2' } });
    expect(headers['x-request-id']).toBe('build-7/step:2');
    expectLines(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ id: 'build-7/step:2', status: 200 });
  });
});

describe('a bug', () => {
  test('is logged without the addresses that its message quotes, and with its places', () => {
    const refused = new Error('The following identities failed the check: "Kim <kim@example.com>", lee+1@example.org');
    refused.stack = `Error: ${refused.message}\n    at run (sites@0123456789abcdef.js:1:2345)`;
    logBug('mail', refused);
    logBug('text', 'No such mailbox: kim@example.com');
    expect(lines.join(' ')).not.toMatch(/kim@|lee\+1|example\.(com|org)/);
    expect(JSON.parse(lines[0]!).stack).toContain('at run (sites@0123456789abcdef.js:1:2345)');
    expect(JSON.parse(lines[0]!).stack).toContain('[address]');
  });
});

describe('secrets in a log line', () => {
  test('no line of a request has a secret of its path, query, header or body, whether known, misplaced or refused', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const [token, { token: link }, note] = [await ws.token(), await newStakeholder(ws, site), await ws.note(site)];
    const signed = new URL(fileUrl(`kept/${ws.id}/${site.id}/${note.id}/x.png`)).pathname.slice('/files/'.length);
    const unsubscribe = new URL(unsubscribeUrl(addressHash('kim@example.com'))).pathname;
    const mailbox = new URL(dataUrl(addressHash('kim@example.com'))).pathname;
    const thread = new URL(threadUrl({ ws: ws.id, annotation: note.id }, addressHash('kim@example.com'))).pathname;
    const invited = { email: 'kim@example.com', role: 'MEMBER' };
    const inviting = `/api/workspaces/${ws.id}/invitations`;
    const { body: invitation } = await call('POST', inviting, { as: ws.owner, body: invited });
    const { id: review } = await seedReview(ws.id);
    const { body: share } = await call('POST', `/api/reviews/${review}/share`, { as: ws.owner });
    const secrets = {
      share: share.token,
      invitation: invitation.token,
      api: token.credential,
      widget: site.widget_token,
      mcp: site.mcp_token,
      loader: site.loader_secret_id,
      link,
      note: note.note_secret,
      signed,
      unsubscribe: unsubscribe.split('/').at(-1)!,
      mailbox: mailbox.split('/').at(-1)!,
      thread: thread.split('/').at(-1)!,
      session: ws.owner.credential,
      edge: process.env.ORIGIN_SECRETS!,
      key: 'idempotency-key-of-a-caller',
    };
    lines.length = 0;
    const stakeholder = `/api/widget/sites/${site.id}/stakeholders/${link}`;
    const requests = [
      () => call('PATCH', stakeholder, { as: ws.owner, body: { name: 'Lee' } }),
      () => call('PATCH', `${stakeholder}x`, { as: ws.owner, body: { name: 'Lee' } }),
      () => call('DELETE', stakeholder),
      () => call('GET', `/w/${site.loader_secret_id}/widget.js`),
      () => call('GET', `/w/${site.loader_secret_id}/other.js`),
      () => call('GET', `/files/${signed}`),
      () => call('GET', unsubscribe),
      () => call('GET', thread),
      () => call('POST', `${thread}/replies`, { body: 'body=Thanks' }),
      () => call('GET', mailbox),
      () => call('POST', `${mailbox}/export`),
      () => call('POST', `${mailbox}/erase`),
      () => call('GET', `/api/reviews/shared/${share.token}`),
      () => call('GET', `/api/reviews/shared/${share.token}/feedback`),
      () => call('GET', `/api/reviews/shared/${share.token}x`),
      () => call('GET', `/dashboard/invitations/${invitation.token}`),
      () => call('GET', `/api/invitations/${invitation.token}`),
      () => call('POST', '/api/invitations/accept', { as: ws.owner, body: { token: invitation.token } }),
      () => call('DELETE', `${inviting}/${invitation.token}`, { as: ws.owner }),
      () => post(mcpUrl(site.mcp_token), LIST_TOOLS),
      () => post(new URL(`${mcpUrl(site.mcp_token)}/more`), LIST_TOOLS),
      () => post(mcpUrl(`${site.mcp_token}x`), '{'),
      ...Object.values(secrets).flatMap((secret) => [
        () => call('GET', `/api/v1/sites?cursor=${secret}&token=${secret}`, { as: { credential: secret } }),
        () => call('GET', `/nothing/${secret}`),
        () => call('POST', `/api/v1/annotations/${secret}/replies`, { as: token, body: { [secret]: secret } }),
        () => call('GET', '/api/v1/sites', { as: token, headers: { 'x-svc-workspace': secret } }),
        ...(/^sv[a-z]{2}_/.test(secret)
          ? [() => call('GET', '/api/health', { headers: { 'x-request-id': secret } })]
          : []),
      ]),
      () =>
        call('GET', '/api/widget/notes', {
          as: site.widget,
          headers: { origin: ORIGIN, 'x-sidenote-stakeholder': link, 'x-sidenote-notes': note.note_secret },
        }),
      () =>
        call('POST', `/api/v1/annotations/${note.id}/replies`, {
          as: token,
          body: { body: 'x' },
          headers: { 'idempotency-key': secrets.key },
        }),
    ];
    for (const request of requests) await request();
    expectLines(requests.length);
    const written = lines.join('\n');
    expect(Object.entries(secrets).flatMap(([name, secret]) => (written.includes(secret) ? [name] : []))).toEqual([]);
  });

  test('no line of an internal error has a secret', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const row = await table().get(keys.site(ws.id, site.id));
    await table().put({ ...keys.site(ws.id, site.id), ...row, widget: `broken ${site.widget_token}`, name: 7 });
    lines.length = 0;
    const answers = [
      await call('GET', `/api/v1/sites/${site.id}`, { as: ws.owner }),
      await call('GET', '/api/widget/settings', { as: site.widget }),
      await call('GET', `/w/${site.loader_secret_id}/widget.js`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
    expectLines(6);
    for (const { headers } of answers) {
      const own = lines.map((line) => JSON.parse(line)).filter(({ id }) => id === headers['x-request-id']);
      expect(own.map(({ level }) => level)).toEqual(['error', 'info']);
    }
    const said = [...lines, ...answers.map(({ text }) => text)].join('\n');
    for (const secret of [site.widget_token, site.loader_secret_id, String(row?.widget_token_hash)])
      expect(said).not.toContain(secret);
  });
});
