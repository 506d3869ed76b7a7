import { beforeAll, describe, expect, test } from '@jest/globals';
import { HOUR, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { pageToken } from '../../functions/widget/page-token.ts';
import { seedAnnotations } from '../annotations/seed.ts';
import { call, newTeam, newWorkspace, type Person, signIn } from '../driver.ts';
import { NOTE, newStakeholder, ORIGIN, type TestSite, visit } from './visit.ts';

type Team = Awaited<ReturnType<typeof newTeam>>;

let team: Team;
let site: TestSite;
let member: Person;
beforeAll(async () => {
  team = await newTeam();
  [site, member] = await Promise.all([team.site(), team.member()]);
});

const CART = NOTE.context.page.url;
const pinsOf = (page_url = CART) => `pins?page_url=${encodeURIComponent(page_url)}`;

const ask = (as: Person, origin = ORIGIN, token = site.widget.credential) =>
  call('POST', '/api/widget/page-access', { as, body: { token, origin } });
const granted = async (as: Person): Promise<string> => (await ask(as)).body.token;
const on = (to: TestSite, method: string, path: string, token: string, body?: unknown, origin = ORIGIN) =>
  visit(to, method, path, body, { origin, headers: { 'x-sidenote-member': token } });

const leave = (to: TestSite, more: object = {}, link?: string) =>
  visit(to, 'POST', 'annotations', { ...NOTE, ...more }, link === undefined ? {} : { link });
const ENDED = [403, 'page_access_ended'];
const refusal = ({ status, body }: { status: number; body: { reason?: string } }) => [status, body.reason];

describe('access to a page', () => {
  test('is for members of the site, for an hour at most, and names what it opens', async () => {
    const before = now();
    const { status, body } = await ask(member);
    expect(status).toBe(200);
    expect(body).toEqual({
      site_name: expect.any(String),
      origin: ORIGIN,
      token: expect.stringMatching(/^svpg_/),
      expires_at: expect.any(String),
    });
    expect(Number(body.expires_at)).toBeGreaterThan(before + HOUR - 2000);
    expect(Number(body.expires_at)).toBeLessThanOrEqual(now() + HOUR);
    const guest = await team.guest([site.id]);
    expect((await ask(guest)).status).toBe(200);
  });

  test('answers the same to outsiders, guests of other sites and for unknown sites', async () => {
    const other = await team.site();
    const [stranger, guest] = await Promise.all([signIn(), team.guest([other.id])]);
    const answers = [
      await ask(stranger),
      await ask(guest),
      await ask(member, ORIGIN, site.widget.credential.replace(/.$/, '')),
      await ask(member, ORIGIN, (await (await newWorkspace()).site()).widget.credential),
    ];
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.detail]))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test('is refused for an origin that isn’t the site’s', async () => {
    expect((await ask(member, 'https://evil.example')).status).toBe(403);
    expect((await ask(member, `${ORIGIN}/path`)).status).toBe(422);
  });

  test('ends with the hour, at another origin or site, if changed, and opens nothing else', async () => {
    const token = await granted(member);
    const own = await team.site();
    const ids = [team.id, site.id, member.user_id, newId()] as const;
    const expires_at = Math.floor(now() / 1000) * 1000;
    const bad = [
      pageToken({ ids, origin: ORIGIN, expires_at }),
      pageToken({ ids, origin: 'https://evil.example', expires_at: expires_at + HOUR }),
      token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      'svpg_x',
    ];
    expect((await on(site, 'GET', pinsOf(), token)).status).toBe(200);
    for (const one of bad) expect(refusal(await on(site, 'GET', pinsOf(), one))).toEqual(ENDED);
    expect(refusal(await on(own, 'GET', pinsOf(), token))).toEqual(ENDED);
    const away = await on(site, 'GET', pinsOf(), token, undefined, 'https://evil.example');
    expect(refusal(away)).toEqual([403, 'origin_not_allowed']);
    expect(refusal(await visit(site, 'GET', pinsOf(), undefined, { origin: null }))).toEqual(ENDED);
    const direct = await call('GET', '/api/v1/sites', { as: { credential: token } as never });
    expect(direct.status).toBe(401);
  });

  test('ends at once with the session that gave it to the page', async () => {
    const own = await team.member();
    const token = await granted(own);
    const other = await signIn({ email: own.email, origin_jti: newId() });
    const elsewhere = await granted(other);
    expect((await call('POST', '/api/me/sign-out', { as: own })).status).toBe(200);
    expect(refusal(await on(site, 'GET', pinsOf(), token))).toEqual(ENDED);
    expect((await on(site, 'GET', pinsOf(), elsewhere)).status).toBe(200);
  });

  test('ends at once with the membership or its grant, and doesn’t come back with the person', async () => {
    const [gone, guest] = await Promise.all([team.member(), team.guest([site.id])]);
    const [left, shut] = [await granted(gone), await granted(guest)];
    for (const token of [left, shut]) expect((await on(site, 'GET', pinsOf(), token)).status).toBe(200);
    const path = `/api/workspaces/${team.id}/members`;
    await call('DELETE', `${path}/${gone.user_id}`, { as: team.owner });
    await call('PATCH', `${path}/${guest.user_id}`, { as: team.owner, body: { site_grants: [] } });
    for (const token of [left, shut]) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => on(site, 'GET', pinsOf(), token)));
      expect(new Set(answers.map((answer) => String(refusal(answer))))).toEqual(new Set([String(ENDED)]));
    }
  });
});

describe('pins', () => {
  test('a page with more pins than it shows doesn’t claim to be complete', async () => {
    const own = await team.site();
    const token = (await ask(member, ORIGIN, own.widget.credential)).body.token;
    const first = (await leave(own, {})).body.id;
    await seedAnnotations(team.id, own.id, 55, () => ({ page_url: CART }));
    const { body } = await on(own, 'GET', pinsOf(CART), token);
    expect(body.is_complete).toBe(false);
    await call('DELETE', `/api/widget/annotations/${first}`, { as: team.owner });
  });

  test('are the open notes of the page, with their places', async () => {
    const own = await team.site();
    const token = (await ask(member, ORIGIN, own.widget.credential)).body.token;
    const first = (await leave(own, { name: 'Vera' })).body.id;
    const asked = (await leave(own, { body: 'Which one?' })).body.id;
    const closed = (await leave(own, { body: 'Done' })).body.id;
    await leave(own, { body: 'Buy http://a.example http://b.example http://c.example http://d.example' });
    await leave(own, { context: { ...NOTE.context, page: { url: `${CART}/other` } } });
    const patch = (id: string, body: object) => call('PATCH', `/api/v1/annotations/${id}`, { as: team.owner, body });
    await patch(asked, { status: 'blocked', summary: 'A question of the team' });
    await patch(closed, { status: 'resolved' });
    const { body } = await on(own, 'GET', pinsOf(`${CART}?session=1#x`), token);
    expect(body.is_complete).toBe(true);
    expect(body.pins.map(({ id }: { id: string }) => id)).toEqual([asked, first]);
    expect(body.pins[0]).toMatchObject({ status: 'blocked', excerpt: 'Which one?' });
    await patch(asked, { status: 'pending' });
    expect((await on(own, 'GET', `pins/${asked}`, token)).body.summary).toBe('A question of the team');
    await patch(asked, { status: 'won_t_fix', summary: 'As designed' });
    await patch(asked, { status: 'pending' });
    expect((await on(own, 'GET', `pins/${asked}`, token)).body.summary).toBe('');
    expect(body.pins[1]).toMatchObject({
      status: 'pending',
      excerpt: NOTE.body,
      author_name: 'Vera',
      anchor: NOTE.context.anchor,
    });
  });

  test('pins of a stakeholder are their own, without internal text, and can’t be edited', async () => {
    const own = await team.site();
    const [sam, kim] = await Promise.all([newStakeholder(team, own), newStakeholder(team, own)]);
    const mine = (await leave(own, {}, sam.token)).body.id;
    const theirs = (await leave(own, {}, kim.token)).body.id;
    await call('POST', `/api/v1/annotations/${mine}/replies`, {
      as: team.owner,
      body: { body: 'They pay us', internal: true },
    });
    const { body } = await visit(own, 'GET', pinsOf(), undefined, { link: sam.token });
    expect(body.pins.map(({ id }: { id: string }) => id)).toEqual([mine]);
    const thread = await visit(own, 'GET', `pins/${mine}`, undefined, { link: sam.token });
    expect(thread.body).toMatchObject({ may_edit: false, body: NOTE.body, replies: [] });
    expect(thread.body).not.toHaveProperty('dashboard_url');
    expect((await visit(own, 'GET', `pins/${theirs}`, undefined, { link: sam.token })).status).toBe(404);
    const reply = { body: 'I am the team' };
    expect((await visit(own, 'POST', `pins/${mine}/replies`, reply, { link: sam.token })).status).toBe(404);
    expect((await visit(own, 'POST', `pins/${mine}/status`, { status: 'resolved' }, { link: sam.token })).status).toBe(
      404,
    );
  });

  test('are refused without a token, also by secrets of own notes', async () => {
    const { body } = await leave(site);
    const by = { notes: [body.note_secret] };
    expect(refusal(await visit(site, 'GET', pinsOf(), undefined, by))).toEqual(ENDED);
    expect((await visit(site, 'GET', `pins/${body.id}`, undefined, by)).status).toBe(404);
  });

  test('a member reads a thread, replies to the visitor or the team, and sets the status, under their own name', async () => {
    const { body: note } = await leave(site, { body: 'Where is the price?' });
    const token = await granted(member);
    const say = (body: object) => on(site, 'POST', `pins/${note.id}/replies`, token, body);
    expect((await say({ body: 'Below' })).body).toMatchObject({ author: 'owner', author_name: member.name });
    expect((await say({ body: 'Again this one', internal: true })).body).toMatchObject({ internal: true });
    const changed = await on(site, 'POST', `pins/${note.id}/status`, token, { status: 'blocked' });
    expect(changed.body).toEqual({ id: note.id, status: 'blocked' });
    const { body: thread } = await on(site, 'GET', `pins/${note.id}`, token);
    expect(thread).toMatchObject({ may_edit: true, status: 'blocked', body: 'Where is the price?' });
    const address = new URL(thread.dashboard_url);
    expect([address.pathname, address.searchParams.get('workspace')]).toEqual([`/dashboard/inbox/${note.id}`, team.id]);
    expect(thread.replies.map((one: { body: string; internal?: boolean }) => [one.body, one.internal])).toEqual([
      ['Below', undefined],
      ['Again this one', true],
    ]);
    const own = await visit(site, 'GET', 'notes', undefined, { notes: [note.note_secret] });
    expect(own.body.items[0].replies.map((one: { body: string }) => one.body)).toEqual(['Below']);
    const audit = await call('GET', `/api/widget/annotations/${note.id}/audit`, { as: team.owner });
    expect(audit.body.items.map((one: { actor_id: string }) => one.actor_id)).toEqual(
      expect.arrayContaining([member.user_id]),
    );
    expect((await say({ body: ' ' })).status).toBe(422);
    expect((await on(site, 'POST', `pins/${note.id}/status`, token, { status: 'gone' })).status).toBe(422);
  });

  test('a note of another site is not found', async () => {
    const other = await team.site();
    const { body: note } = await leave(other);
    const token = await granted(member);
    for (const [method, path, body] of [
      ['GET', `pins/${note.id}`, undefined],
      ['POST', `pins/${note.id}/replies`, { body: 'x' }],
      ['POST', `pins/${note.id}/status`, { status: 'resolved' }],
    ] as const)
      expect((await on(site, method, path, token, body)).status).toBe(404);
  });
});

test('the window that hands over a token runs one script of its own, and isn’t framed', async () => {
  const { status, headers, text } = await call('GET', '/api/widget/team-mode', {
    headers: { 'accept-language': 'de' },
  });
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toMatch(
    /default-src 'none'.*frame-ancestors 'none'.*script-src 'sha256-[\w+/]+=*'$/,
  );
  expect(text).toContain('Offene Notizen dieser Seite');
});
