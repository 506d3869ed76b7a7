import { beforeAll, describe, expect, test } from '@jest/globals';
import { approvalMail } from '../../functions/annotations/letters/approval-mail.ts';
import { bindAnnotations } from '../../functions/annotations/operations.ts';
import { annotationStore } from '../../functions/annotations/store.ts';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, scratchKeys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { signThread } from '../../functions/threads/thread-url.ts';
import { handler as notify } from '../../functions/workers/notify-submitter.ts';
import { type Caller, call, callOf, newTeam, type Person, signIn, table, type Workspace } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { inbox, mailsTo, submit } from '../threads/conversation.ts';
import { batchOf } from '../workers/messages.ts';

const INTENT = 'Disable the button while the form is sent, in cart.js';

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let agent: Caller & { token_id: string };
let owner: Person;
let member: Person;

beforeAll(async () => {
  ws = await newTeam(await signIn({ name: 'Ada' }));
  site = await ws.site();
  owner = ws.owner;
  [agent, member] = [await ws.token(), await ws.member()];
});

const request = (id: string, intent = INTENT, as: Caller = agent) =>
  call('POST', `/api/v1/annotations/${id}/approval`, { as, body: { intent, agent: 'claude' } });
const decide = (id: string, decision: string, approval_id?: string, as: Caller = owner) =>
  call('POST', `/api/widget/annotations/${id}/approval`, { as, body: { decision, approval_id } });
const read = async (id: string) => (await call('GET', `/api/v1/annotations/${id}`, { as: agent })).body;
const patch = (id: string, body: object, as: Caller = agent) =>
  call('PATCH', `/api/v1/annotations/${id}`, { as, body });
const actionsOf = async (id: string) =>
  (await call('GET', `/api/widget/annotations/${id}/audit`, { as: owner })).body.items.map(
    ({ action }: { action: string }) => action,
  );

describe('asking and deciding', () => {
  test('a request waits for the owner; approval names who allowed it and when, and the agent has the turn', async () => {
    const { id } = await ws.note(site);
    const asked = await request(id);
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({
      waiting_for: 'owner',
      unattended_edits: { allowed: false, allowed_by: null },
      approval: { state: 'requested', intent: INTENT, requested_by: `token:${agent.token_id} (claude)` },
    });
    const before = await read(id);
    expect(before).toMatchObject({ approval_state: 'requested', waiting_for: 'owner' });
    const { status, body } = await decide(id, 'approve', asked.body.approval.id);
    expect(status).toBe(200);
    const after = await read(id);
    expect(after).toMatchObject({
      approval_state: 'approved',
      waiting_for: 'agent',
      unattended_edits: { allowed: true, allowed_by: owner.user_id, allowed_by_name: 'Ada' },
      approval: { state: 'approved', decided_by: owner.user_id },
    });
    expect(after.unattended_edits.allowed_at).toBe(body.approval.decided_at);
    expect(Number(after.updated_at)).toBeGreaterThanOrEqual(Number(before.updated_at));
    const list = await call('GET', `/api/v1/sites/${site.id}/annotations?waiting_for=agent`, { as: agent });
    expect(list.body.items.find((item: { id: string }) => item.id === id)).toMatchObject({
      approval_state: 'approved',
      waiting_for: 'agent',
    });
  });

  test('an approval is withdrawn and given again, and every step is in the audit log', async () => {
    const { id } = await ws.note(site);
    const { approval } = (await request(id)).body;
    await decide(id, 'approve', approval.id);
    const withdrawn = await decide(id, 'withdraw', approval.id, member);
    expect(withdrawn.body).toMatchObject({ waiting_for: 'owner', unattended_edits: { allowed: false } });
    const again = await decide(id, 'approve', approval.id, member);
    expect(again.body.unattended_edits).toMatchObject({ allowed: true, allowed_by: member.user_id });
    expect(await actionsOf(id)).toEqual([
      'approval.approved',
      'approval.withdrawn',
      'approval.approved',
      'approval.requested',
    ]);
  });

  test('a declined request allows nothing, and the note waits for its owner', async () => {
    const { id } = await ws.note(site);
    const { approval } = (await request(id)).body;
    expect((await decide(id, 'decline', approval.id)).body.unattended_edits.allowed).toBe(false);
    expect((await read(id)).waiting_for).toBe('owner');
  });

  test('the same intent after a decline changes nothing; another one asks again', async () => {
    const { id } = await ws.note(site);
    const { approval } = (await request(id)).body;
    await decide(id, 'decline', approval.id);
    const again = await request(id);
    expect(again.body).toMatchObject({
      unattended_edits: { allowed: false },
      approval: { id: approval.id, state: 'declined' },
    });
    expect((await table().get(keys.approval(ws.id, id)))?.job).toBeUndefined();
    expect((await request(id, 'Only change the label')).body.approval.state).toBe('requested');
  });

  test('the same intent after a withdrawal asks again', async () => {
    const { id } = await ws.note(site);
    const { approval } = (await request(id)).body;
    await decide(id, 'approve', approval.id);
    await decide(id, 'withdraw', approval.id);
    const again = (await request(id)).body.approval;
    expect(again.state).toBe('requested');
    expect(again.id).not.toBe(approval.id);
  });

  test('a member can approve without a request', async () => {
    const { id } = await ws.note(site);
    expect((await decide(id, 'approve')).body.unattended_edits.allowed).toBe(true);
  });

  test('an approval without a request that is sent again by the same member is answered as before', async () => {
    const { id } = await ws.note(site);
    const first = await decide(id, 'approve');
    const again = await decide(id, 'approve');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await decide(id, 'approve', undefined, member)).status).toBe(409);
    await decide(id, 'withdraw', first.body.approval.id);
    expect((await decide(id, 'approve')).body.code).toBe('approval_changed');
    expect(await actionsOf(id)).toEqual(['approval.withdrawn', 'approval.approved']);
  });

  test('another intent needs another decision', async () => {
    const { id } = await ws.note(site);
    const { approval } = (await request(id)).body;
    await decide(id, 'approve', approval.id);
    expect((await request(id, 'Rewrite the checkout')).body.unattended_edits.allowed).toBe(false);
    const late = await decide(id, 'approve', approval.id);
    expect([late.status, late.body.code]).toEqual([409, 'approval_changed']);
  });

  test('approval of a blocked note sets it to pending', async () => {
    const { id } = await ws.note(site);
    const { approval } = (await request(id)).body;
    await patch(id, { status: 'blocked' });
    expect((await decide(id, 'approve', approval.id)).body).toMatchObject({ status: 'pending', waiting_for: 'agent' });
    const blocked = await call('GET', `/api/v1/sites/${site.id}/annotations?status=blocked`, { as: agent });
    expect(blocked.body.items.map((item: { id: string }) => item.id)).not.toContain(id);
  });

  test('reopening a note ends the approval', async () => {
    const { id } = await ws.note(site);
    await decide(id, 'approve');
    await patch(id, { status: 'resolved', summary: 'Fixed.' });
    expect((await read(id)).unattended_edits.allowed).toBe(true);
    await patch(id, { status: 'pending' });
    expect(await read(id)).toMatchObject({
      approval: null,
      approval_state: null,
      unattended_edits: { allowed: false },
    });
    expect((await decide(id, 'approve')).status).toBe(200);
  });

  test.each(['decline', 'withdraw'])('reopening a note keeps what the team refused (%s)', async (decision) => {
    const { id } = await ws.note(site);
    const { approval } = (await request(id)).body;
    if (decision === 'withdraw') await decide(id, 'approve', approval.id);
    const refused = (await decide(id, decision, approval.id)).body.approval.state;
    await patch(id, { status: 'won_t_fix' });
    await patch(id, { status: 'pending' });
    expect(await read(id)).toMatchObject({
      approval_state: refused,
      approval: { state: refused },
      unattended_edits: { allowed: false },
    });
  });

  test('reopening a note keeps a request with another intent, which a refusal came before', async () => {
    const { id } = await ws.note(site, { auto_fix: true });
    const { approval } = (await request(id)).body;
    await decide(id, 'decline', approval.id);
    await request(id, 'Only change the label');
    await patch(id, { status: 'won_t_fix' });
    await patch(id, { status: 'pending' });
    expect(await read(id)).toMatchObject({ approval_state: 'requested', unattended_edits: { allowed: false } });
  });

  test('reopening a note ends an approval that was given meanwhile', async () => {
    const { id } = await ws.note(site);
    const { approval } = (await request(id)).body;
    await patch(id, { status: 'resolved' });
    const store = annotationStore(table(), await callOf(owner, ws.id));
    const before = await store.thread(id);
    await decide(id, 'approve', approval.id);
    await store.patch(before, { status: 'pending', updated_at: before.row.updated_at });
    expect(await read(id)).toMatchObject({ status: 'pending', approval_state: null });
  });

  test('reopening a note that was closed meanwhile ends the approval, too', async () => {
    const { id } = await ws.note(site);
    await decide(id, 'approve');
    const store = annotationStore(table(), await callOf(owner, ws.id));
    const before = await store.thread(id);
    await patch(id, { status: 'resolved' });
    await store.patch(before, { status: 'pending', updated_at: before.row.updated_at });
    expect(await read(id)).toMatchObject({ status: 'pending', approval_state: null });
  });

  test('the visitor’s "not yet" ends the approval, too', async () => {
    const email = `v-${owner.user_id.toLowerCase()}@example.com`;
    const { id } = await ws.note(site, { email });
    await decide(id, 'approve');
    await patch(id, { status: 'resolved', summary: 'Fixed.' });
    const link = signThread({ ws: ws.id, annotation: id }, addressHash(email));
    await submit(`/api/threads/${link}/confirmation`, { fixed: 'no', once: 'once-once-once-once' });
    expect(await read(id)).toMatchObject({ status: 'pending', unattended_edits: { allowed: false } });
  });

  test('over MCP, acknowledge claims and asks; reads and lists show the state', async () => {
    const { id } = await ws.note(site);
    const client = await connectClient(site.mcp_token);
    const asked = await callTool(client, 'acknowledge', { id, agent: 'claude', request_approval: INTENT });
    expect(asked.trusted).toMatchObject({
      acknowledged_by: `mcp:${site.id} (claude)`,
      approval: 'requested',
      waiting_for: 'owner',
      unattended_edits: { allowed: false },
    });
    const { approval } = await read(id);
    await decide(id, 'approve', approval.id);
    const { trusted, untrusted } = await callTool(client, 'read_annotation', { id });
    expect(trusted).toMatchObject({
      unattended_edits: { allowed: true, allowed_by: owner.user_id },
      approval: { state: 'approved', requested_by: `mcp:${site.id}` },
    });
    expect(JSON.stringify(trusted)).not.toContain('cart.js');
    expect(untrusted).toContain(`intended change:\n${INTENT}\nasked by claude\ndecided by Ada`);
    const list = await callTool(client, 'list_annotations', { waiting_for: 'agent' });
    expect(list.trusted.items.find((item: { id: string }) => item.id === id).approval).toBe('approved');
    const { text } = await call('GET', `/api/v1/annotations/${id}/markdown`, { as: agent });
    expect(text).toContain('- Unattended edits: allowed. A member of the team allowed it.');
    expect(text).toContain(`- Approval: approved, requested by mcp:${site.id} at`);
  });

  test('the visitor sees nothing of the request', async () => {
    const { id, note_secret } = await ws.note(site);
    await request(id);
    const seen = await call('GET', '/api/widget/notes', {
      as: site.widget,
      headers: { origin: 'https://shop.example.com', 'x-sidenote-notes': note_secret },
    });
    expect(seen.text).toContain(id);
    expect(seen.text).not.toContain('cart.js');
  });
});

describe('refusals', () => {
  test('tokens and GUESTs can’t approve: 403', async () => {
    const { id } = await ws.note(site);
    expect((await decide(id, 'approve', undefined, agent)).status).toBe(403);
    expect((await decide(id, 'approve', undefined, await ws.guest([site.id]))).status).toBe(403);
    expect((await read(id)).unattended_edits.allowed).toBe(false);
  });

  test('requesting approval of a closed or quarantined note is a 409', async () => {
    const { id } = await ws.note(site);
    await patch(id, { quarantined: true });
    expect((await request(id)).body.code).toBe('approval_not_open');
    const { id: closed } = await ws.note(site);
    await patch(closed, { status: 'won_t_fix', summary: 'No.' });
    expect((await request(closed)).body.code).toBe('approval_not_open');
  });

  test('declining what wasn’t requested, or withdrawing what wasn’t allowed, is a 409', async () => {
    const { id } = await ws.note(site);
    expect((await decide(id, 'decline')).body.code).toBe('approval_changed');
    expect((await decide(id, 'withdraw')).body.code).toBe('approval_changed');
  });

  test('an intent that is empty or over 2,000 characters is a 422', async () => {
    const { id } = await ws.note(site);
    expect((await request(id, ' ')).status).toBe(422);
    expect((await request(id, 'x'.repeat(2001))).status).toBe(422);
  });

  test('requesting or approving a change of a note of another workspace is a 404', async () => {
    const foreign = await newTeam();
    const { id } = await foreign.note(await foreign.site());
    expect((await request(id)).status).toBe(404);
    expect((await decide(id, 'approve')).status).toBe(404);
  });
});

describe('the mail to the owners', () => {
  const deliver = async (id: string, times = 1) => {
    const job = { job: 'ask-approval', ...keys.approval(team.id, id) };
    const { batchItemFailures } = await notify(batchOf(Array(times).fill(job)));
    expect(batchItemFailures).toEqual([]);
  };
  let team: Workspace;
  let shop: Awaited<ReturnType<Workspace['site']>>;
  let token: Caller;
  beforeAll(async () => {
    team = await newTeam(await signIn({ name: 'Grace' }));
    shop = await team.site({ name: 'Harbour Coffee' });
    token = await team.token();
    // A person's first request makes their account.
    await call('GET', '/api/v1/sites', { as: { credential: team.owner.credential } });
  });

  test('each verified OWNER gets exactly one mail per request, asked twice and redelivered 20 times', async () => {
    const second = await team.coOwner();
    await call('GET', '/api/v1/sites', { as: { credential: second.credential } });
    const unverified = await signIn({ email_verified: false });
    await call('GET', '/api/v1/sites', { as: unverified });
    await table().put({
      ...keys.member(team.id, unverified.user_id),
      user_id: unverified.user_id,
      role: 'OWNER',
      email: unverified.email,
      name: '',
      created_at: now(),
    });
    const { id } = await team.note(shop, { body: 'The total is wrong <b>here</b>' });
    await request(id, INTENT, token);
    await request(id, INTENT, token);
    await deliver(id, 20);
    const [mail] = await mailsTo(team.owner.email, 1);
    await deliver(id, 5);
    await mailsTo(second.email, 1);
    expect(await inbox(team.owner.email)).toHaveLength(1);
    expect(await inbox(second.email)).toHaveLength(1);
    expect(await inbox(unverified.email)).toHaveLength(0);
    expect(mail?.subject).toBe('Approval needed for a note on Harbour Coffee');
    expect(mail?.text).toContain('claude wants to work on a note on Harbour Coffee');
    expect(mail?.text).toContain(`> ${INTENT}`);
    expect(mail?.text).toContain(`/dashboard/inbox/${id}?workspace=${team.id}`);
    expect(mail?.html).toContain('The total is wrong &lt;b&gt;here&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>here</b>');
  });

  test('the OWNERs get no mail once someone has decided, and another for another intent', async () => {
    const { id } = await team.note(shop);
    const before = (await inbox(team.owner.email)).length;
    const { approval } = (await request(id, 'First', token)).body;
    await decide(id, 'decline', approval.id, team.owner);
    await deliver(id);
    await request(id, 'Second', token);
    await deliver(id);
    const mails = await mailsTo(team.owner.email, before + 1);
    expect(mails).toHaveLength(before + 1);
    expect(mails.map(({ text }) => text).join()).toContain('> Second');
  });

  test.each([
    [{ status: 'won_t_fix' }, { status: 'pending' }],
    [{ quarantined: true }, { quarantined: false }],
  ])('the OWNERs get no mail about a note with %j, though no one has decided, before %j', async (change, back) => {
    const { id } = await team.note(shop);
    const { approval } = (await request(id, INTENT, token)).body;
    const mail = { ...keys.approvalMail(team.id, id, approval.id, team.owner.user_id) };
    expect((await approvalMail.compose(table(), mail)).state).toBe('ready');
    const before = (await inbox(team.owner.email)).length;
    await deliver(id);
    await mailsTo(team.owner.email, before + 1);
    await patch(id, change, team.owner);
    expect((await approvalMail.compose(table(), mail)).state).toBe('gone');
    await table().removeMany([keys.approvalMail(team.id, id, approval.id, team.owner.user_id)]);
    await table().transact([{ update: keys.approval(team.id, id), set: { job: 'ask-approval' } }]);
    await deliver(id);
    expect((await table().get(keys.approval(team.id, id)))?.job).toBeUndefined();
    expect(await table().get(mail)).toBeUndefined();
    await patch(id, back, team.owner);
    await deliver(id);
    await mailsTo(team.owner.email, before + 2);
  });

  test('mails of other kinds don’t hold back the mail to OWNERs; over its own limit, it waits for the next day', async () => {
    const at = now();
    const day = new Date(at).toISOString().slice(0, 10);
    const count = (kind: string, mails: number) =>
      table().count(scratchKeys.mailCount(kind, addressHash(team.owner.email), day), { count: mails });
    await Promise.all([count('note', 10), count('notification', 50)]);
    const before = (await inbox(team.owner.email)).length;
    const first = await team.note(shop);
    await request(first.id, INTENT, token);
    await deliver(first.id);
    await mailsTo(team.owner.email, before + 1);

    await count('approval', 30);
    const { id } = await team.note(shop);
    await request(id, INTENT, token);
    await deliver(id);
    const approval = keys.approval(team.id, id);
    const due_at = Date.parse(day) + DAY;
    expect(await table().get(approval)).toMatchObject({ job: 'ask-approval', due_at });
    expect(await inbox(team.owner.email)).toHaveLength(before + 1);

    await table().removeMany([scratchKeys.mailCount('approval', addressHash(team.owner.email), day)], {
      in: 'scratch',
    });
    await deliver(id);
    await mailsTo(team.owner.email, before + 2);
    expect(await table().get(approval)).not.toHaveProperty('job');
  });

  test('the mail to OWNERs is in German in a German workspace', async () => {
    await call('PATCH', `/api/workspaces/${team.id}`, { as: team.owner, body: { default_locale: 'de' } });
    const { id } = await team.note(shop);
    const before = (await inbox(team.owner.email)).length;
    await request(id, INTENT, token);
    await deliver(id);
    const mails = await mailsTo(team.owner.email, before + 1);
    expect(mails.map(({ subject }) => subject)).toContain('Freigabe nötig für eine Notiz auf Harbour Coffee');
  });
});

describe('a site that enforces its policy', () => {
  let strict: Awaited<ReturnType<Workspace['site']>>;
  const enforce = (on: boolean, as: Caller = owner) =>
    call('PATCH', `/api/widget/sites/${strict.id}`, { as, body: { enforce_policy: on } });
  const attach = (id: string, as: Caller = agent) =>
    call('POST', `/api/v1/annotations/${id}/resolutions`, { as, body: { explanation: 'Fixed.' } });
  beforeAll(async () => {
    strict = await ws.site();
    expect((await enforce(true)).body.enforce_policy).toBe(true);
  });

  test('the policy of a site is off by default, and only people change it', async () => {
    const other = await ws.site();
    const { body } = await call('GET', `/api/v1/sites/${other.id}`, { as: agent });
    expect(body.enforce_policy).toBe(false);
    const refused = await enforce(false, agent);
    expect([refused.status, refused.body.code]).toEqual([403, 'policy_needs_person']);
  });

  test('an agent can’t resolve or attach what no one allowed (409), and learns how to ask', async () => {
    const { id } = await ws.note(strict);
    const client = await connectClient(strict.mcp_token);
    for (const refused of [await patch(id, { status: 'resolved', summary: 'x' }), await attach(id)]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'approval_required']);
      expect(refused.body.detail).toContain('acknowledge with request_approval');
    }
    for (const [name, args] of [
      ['resolve', { id, summary: 'x' }],
      ['patch_annotation', { id, status: 'resolved', summary: 'x' }],
      ['attach_resolution', { annotation_id: id, explanation: 'x' }],
    ] as const) {
      expect((await callTool(client, name, args)).text).toContain('code: approval_required');
    }
    expect(await read(id)).toMatchObject({ status: 'pending', resolutions: [] });
  });

  test('people are never refused, and agents may still reply, ask and decline', async () => {
    const { id } = await ws.note(strict);
    expect((await patch(id, { status: 'blocked', summary: 'Which one?' })).status).toBe(200);
    expect((await attach(id, owner)).status).toBe(200);
    expect((await patch(id, { status: 'resolved' }, member)).status).toBe(200);
    expect((await patch(id, { status: 'won_t_fix', summary: 'No.' })).status).toBe(200);
  });

  test('an approved note can be resolved; once withdrawn it can’t', async () => {
    const { id } = await ws.note(strict);
    await decide(id, 'approve');
    expect((await attach(id)).status).toBe(200);
    const { approval } = await read(id);
    await decide(id, 'withdraw', approval.id);
    expect((await patch(id, { status: 'resolved', summary: 'x' })).status).toBe(409);
    await decide(id, 'approve', approval.id);
    expect((await patch(id, { status: 'resolved', summary: 'x' })).status).toBe(200);
  });

  test('a policy that is switched off binds no one', async () => {
    const { id } = await ws.note(strict);
    expect((await enforce(false)).body.enforce_policy).toBe(false);
    expect((await patch(id, { status: 'resolved', summary: 'x' })).status).toBe(200);
    await enforce(true);
  });

  test('the policy and the lease are checked as the write is made, not only before', async () => {
    const { id } = await ws.note(strict);
    await decide(id, 'approve');
    const workspace = await table().get(keys.workspace(ws.id));
    const ctx = bindAnnotations(table(), {
      actor: { kind: 'mcp', site_id: strict.id },
      scope: { workspace_id: ws.id, sites: new Set([strict.id]), deleted_sites: new Set() },
      rows: { workspace: workspace ?? {} },
      now: now(),
      once: undefined,
      operation_id: 'patchAnnotation',
      request: { id: 'r', ip: '10.0.0.1', origin: undefined, route_key: '', headers: {}, body: '' },
    });
    const stale = await ctx.annotations.thread(id);
    const { approval } = await read(id);
    await decide(id, 'withdraw', approval.id);
    const resolve = () => ctx.annotations.patch(stale, { status: 'resolved', updated_at: ctx.now });
    await expect(resolve()).rejects.toMatchObject({ code: 'approval_required' });
    await decide(id, 'approve', approval.id);
    await call('POST', `/api/v1/annotations/${id}/claim`, { as: agent });
    await expect(resolve()).rejects.toMatchObject({ code: 'annotation_claimed' });
    const evidence = {
      ...{ id: newId(), annotation_id: id, site_id: strict.id, actor_id: 'mcp', actor_kind: 'mcp' as const },
      ...{ before_key: null, after_key: null, diff_url: null, commit: null, branch: null, pr_url: null },
      ...{ explanation: 'Done', notification_status: 'pending' as const, created_at: ctx.now, notified_at: null },
    };
    const withEvidence = ctx.annotations.patch(stale, { status: 'resolved', updated_at: ctx.now }, { evidence });
    await expect(withEvidence).rejects.toMatchObject({ code: 'annotation_claimed' });
    expect((await read(id)).status).toBe('pending');
  });
});
