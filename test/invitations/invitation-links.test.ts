import { beforeAll, describe, expect, test } from '@jest/globals';
import { invitationToken } from '../../functions/invitations/token.ts';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { currentKeyId } from '../../functions/kit/server-keys.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, freshIp, newWorkspace, nextWindow, signIn, table, type Workspace } from '../driver.ts';
import { accept, invitationsOf, preview } from './invited.ts';

let ws: Workspace;
let at: ReturnType<typeof invitationsOf>;
beforeAll(async () => {
  ws = await newWorkspace();
  at = invitationsOf(ws);
});

/** Tokens that open nothing, each for a different reason. */
const closedTokens = async (): Promise<Record<string, string>> => {
  const [accepted, revoked, deleted] = [await at.invited(), await at.invited(), await newWorkspace()];
  await accept(accepted.token, accepted.person);
  await at.revoke(revoked.token);
  const left = await invitationsOf(deleted).invited();
  await table().transact([{ update: keys.workspace(deleted.id), set: { deleted_at: now() } }]);
  const open = await at.invited();
  const [head = '', payload = '', tag = ''] = open.token.split('.');
  const named = { workspace_id: ws.id, id: newId(), expires_at: now() + DAY, key_id: currentKeyId() };
  return {
    accepted: accepted.token,
    revoked: revoked.token,
    'of a deleted workspace': left.token,
    'of an invitation that does not exist': invitationToken(named) ?? '',
    'of a workspace that does not exist': invitationToken({ ...named, workspace_id: newId() }) ?? '',
    expired: invitationToken({ ...named, id: open.id, expires_at: now() }) ?? '',
    'with a forged tag': `${head}.${payload}.${[...tag].reverse().join('')}`,
    'without a tag': `${head}.${payload}.`,
    'under an unknown key': `svin_k77.${payload}.${tag}`,
    'with more behind it': `${open.token}0`,
    'of another kind': 'svat_x',
    'with a path in it': '../../workspaces',
    'with a null byte': 'svin_\u0000',
    'no text of ours': 'not-a-token',
  };
};

describe('the preview', () => {
  test('shows only the workspace, the inviter, the role and a hint of the address', async () => {
    const { status, body, headers } = await preview(
      (await at.create({ email: 'ada.lovelace@example.com' })).body.token,
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      workspace_name: expect.stringContaining('workspace'),
      invited_by_name: ws.owner.email.split('@')[0],
      role: 'MEMBER',
      email_hint: 'a•••@example.com',
      expires_at: expect.stringMatching(/^\d{13}$/),
    });
    expect(headers['cache-control']).toBe('no-store');
    const short = (await at.create({ email: 'x@example.com' })).body.token;
    expect((await preview(short)).body.email_hint).toBe('•••@example.com');
  });

  test('is JSON with unescaped names, and its address is not sent as a referrer', async () => {
    const hostile = '<img src=x onerror=alert(1)></strong>';
    const own = await newWorkspace();
    await table().transact([{ update: keys.workspace(own.id), set: { name: hostile } }]);
    const { status, headers, body } = await preview((await invitationsOf(own).create()).body.token);
    expect([status, headers['content-type'], body.workspace_name]).toEqual([
      200,
      'application/json; charset=utf-8',
      hostile,
    ]);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
  });

  test('returns the same 404 for every invalid token', async () => {
    const closed = Object.entries(await closedTokens());
    const answers = await Promise.all(
      closed.map(async ([why, token]) => {
        const {
          status,
          text,
          headers: { date: _, ...headers },
        } = await preview(token);
        return { why, status, text, headers };
      }),
    );
    const { why: _, ...first } = answers[0]!;
    expect(first.status).toBe(404);
    expect(answers).toEqual(answers.map(({ why }) => ({ why, ...first })));
  });

  test('is a 404 after seven days even if the row remains', async () => {
    const { token, id } = await at.invited();
    advance(7 * DAY - 60_000);
    try {
      expect((await preview(token)).status).toBe(200);
      advance(60_000);
      expect((await preview(token)).status).toBe(404);
      expect(await table().get(keys.invitation(ws.id, id))).toBeDefined();
    } finally {
      advance(-7 * DAY);
    }
  });

  test('has its own rate limit: request 20 passes, request 21 is a 429 with a reason', async () => {
    const ip = freshIp();
    const { token } = await at.invited();
    nextWindow();
    const look = () => call('GET', `/api/invitations/${token}`, { ip });
    const answers = await Promise.all(Array.from({ length: 21 }, look));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 429]);
    expect((await look()).body).toMatchObject({ reason: 'ip_rate_limit' });
    expect((await call('GET', '/api/v1/sites', { as: ws.owner, ip })).status).toBe(200);
  });
});

describe('the list', () => {
  test('shows open invitations with their tokens, newest first, in pages', async () => {
    const own = await newWorkspace();
    const theirs = invitationsOf(own);
    const made = [await theirs.invited(), await theirs.invited(), await theirs.invited(), await theirs.invited()];
    await theirs.revoke(made[1]!.token);
    await accept(made[2]!.token, made[2]!.person);
    const tokens = ({ body }: { body: { items: { token: string }[] } }) => body.items.map(({ token }) => token);
    expect(tokens(await theirs.list())).toEqual([made[3]!.token, made[0]!.token]);
    expect(tokens(await theirs.list('', await own.member()))).toHaveLength(2);
    expect(tokens(await theirs.list('?status=all'))).toEqual(made.map(({ token }) => token).reverse());
    const statuses = (await theirs.list('?status=all')).body.items.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['open', 'accepted', 'revoked', 'open']);
    expect(tokens(await theirs.list('?status=revoked'))).toEqual([made[1]!.token]);
    const first = await theirs.list('?limit=1');
    expect(tokens(await theirs.list(`?limit=1&cursor=${first.body.next_cursor}`))).toEqual([made[0]!.token]);
    advance(7 * DAY);
    try {
      const owner = { ...(await signIn({ email: own.owner.email })), workspace_id: own.id };
      expect(tokens(await theirs.list('', owner))).toEqual([]);
      expect(tokens(await theirs.list('?status=expired', owner))).toHaveLength(2);
    } finally {
      advance(-7 * DAY);
    }
  });

  test('is refused to a GUEST, is a 404 for a stranger, and rejects an unknown status', async () => {
    expect((await at.list('', await ws.guest())).status).toBe(403);
    expect((await at.list('', await signIn())).status).toBe(404);
    expect((await at.list('?status=pending')).status).toBe(422);
    expect((await at.list('?cursor=x')).status).toBe(400);
  });
});

describe('revoking', () => {
  test('disables the link at once, and is a 410 if the invitation was revoked or accepted before', async () => {
    const { token, id, person } = await at.invited();
    expect((await at.revoke(token)).body).toEqual({ id, deleted: true });
    expect((await preview(token)).status).toBe(404);
    expect((await accept(token, person)).status).toBe(410);
    const again = await at.revoke(token);
    expect([again.status, again.body.reason]).toEqual([410, 'revoked']);
    const used = await at.invited();
    await accept(used.token, used.person);
    const late = await at.revoke(used.token);
    expect([late.status, late.body.reason]).toEqual([410, 'accepted']);
  });

  test('is a 404 for a malformed token and for a token of another workspace of the same OWNER', async () => {
    const foreign = await invitationsOf(await newWorkspace()).invited();
    const answers = await Promise.all([at.revoke('x'), at.revoke(foreign.token), at.resend(foreign.token)]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await preview(foreign.token)).status).toBe(200);
  });

  test('is refused to callers other than OWNERs', async () => {
    const { token } = await at.invited();
    const callers = await Promise.all([ws.member(), ws.guest()]);
    for (const as of callers) {
      expect((await at.revoke(token, as)).status).toBe(403);
      expect((await at.resend(token, { as })).status).toBe(403);
    }
  });
});
