import { describe, expect, test } from '@jest/globals';
import { newMemberRow } from '../../functions/kit/access/sign-in.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { type Answer, call, newTeam, newWorkspace, type Person, signIn, table } from '../driver.ts';

const create = (as: Person, body: unknown = { name: 'Acme' }, headers: Record<string, string> = {}) =>
  call('POST', '/api/workspaces', { as, body, headers });
const list = async (as: Person, query = '') => (await call('GET', `/api/workspaces${query}`, { as })).body.items;
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);
const answers = (all: Answer[]) => all.map(({ status, text }) => `${status} ${text}`);

describe('creating', () => {
  test('the caller becomes the OWNER of a workspace that is not personal, with a slug that can be read', async () => {
    const person = await signIn();
    const { status, body } = await create(person, { name: 'Größe & Söhne!' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Größe & Söhne!', personal: false, role: 'OWNER', deleted_at: null });
    expect(body.slug).toMatch(/^gro-e-sohne-[0-9a-z]{6}$/);
    expect((await call('GET', `/api/workspaces/${body.id}`, { as: person })).body).toEqual(body);
    expect(await table().get(keys.workspace(body.id))).toMatchObject({ owner_count: 1 });
  });

  test('a first sign-in may begin with it, with a header that names nothing', async () => {
    const person = await signIn();
    const stale = { ...person, workspace_id: newId() };
    expect((await create(stale)).status).toBe(200);
    expect(await list(stale)).toHaveLength(2);
  });

  test('a slug of their own choice is kept, one that does not fit is refused', async () => {
    const person = await signIn();
    expect((await create(person, { name: 'A', slug: 'my-shop-2' })).body.slug).toBe('my-shop-2');
    for (const slug of ['', 'My', 'a--b', '-a', 'a-', 'ä', 'x'.repeat(61), 'a/b'])
      expect([slug, (await create(person, { name: 'A', slug })).status]).toEqual([slug, 422]);
  });

  test.each([{}, { name: '' }, { name: '  ' }, { name: 'x'.repeat(121) }, { name: 1 }, []])(
    '%j is refused',
    async (body) => {
      expect((await create(await signIn(), body)).status).toBe(422);
    },
  );

  test('20 parallel requests with one Idempotency-Key make one workspace and give one answer', async () => {
    const person = await signIn();
    await list(person);
    const headers = { 'idempotency-key': newId() };
    const all = await Promise.all(Array.from({ length: 20 }, () => create(person, { name: 'Once' }, headers)));
    expect(new Set(answers(all)).size).toBe(1);
    expect(all[0]!.status).toBe(200);
    expect(await list(person)).toHaveLength(2);
    expect((await create(person, { name: 'Other' }, headers)).status).toBe(422);
    await call('DELETE', `/api/workspaces/${all[0]!.body.id}`, { as: person });
    expect((await create(person, { name: 'Once' }, headers)).status).toBe(409);
  });

  test('a person makes at most 50, in parallel too, and is told so', async () => {
    const person = await signIn();
    await list(person);
    const key = keys.user(person.user_id);
    await table().transact([{ update: key, set: { workspace_count: 48 }, when: [['exists', 'pk']] }]);
    const all = await Promise.all(Array.from({ length: 6 }, () => create(person)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422]);
    expect(all.find(({ status }) => status === 422)?.text).toContain('Delete one');
  });
});

describe('listing', () => {
  test("shows one's own workspaces and those one was added to, each with the role there, and no other", async () => {
    const [team, other] = [await newTeam(), await newTeam()];
    const guest = await team.guest();
    const items = await list(guest);
    expect(idsOf(items)).toContain(team.id);
    expect(idsOf(items)).not.toContain(other.id);
    expect(Object.fromEntries(items.map((one: { id: string; role: string }) => [one.id, one.role]))).toMatchObject({
      [team.id]: 'GUEST',
    });
    expect(items.find(({ personal }: { personal: boolean }) => personal)).toMatchObject({ role: 'OWNER' });
  });

  test('is complete for a person of 60 workspaces', async () => {
    const person = await signIn();
    const teams = await Promise.all(Array.from({ length: 12 }, () => newTeam()));
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const id = index < 12 ? teams[index]!.id : newId();
        const now = Date.now();
        await table().put({
          ...keys.workspace(id),
          ...{ id, name: 'W', slug: 'w', personal: false, plan: 'free', created_at: now, updated_at: now },
        });
        await table().put(newMemberRow(id, { ...person, name: '' }, { role: 'MEMBER', site_grants: [], at: now }));
      }),
    );
    expect(new Set(idsOf(await list(person))).size).toBe(61);
  });

  test('deleted ones are shown to their OWNER only, and only when asked for', async () => {
    const team = await newTeam();
    const member = await team.member();
    await call('DELETE', `/api/workspaces/${team.id}`, { as: team.owner });
    expect(idsOf(await list(team.owner))).not.toContain(team.id);
    expect(idsOf(await list(member, '?include=deleted'))).not.toContain(team.id);
    const shown = (await list(team.owner, '?include=deleted')).find(({ id }: { id: string }) => id === team.id);
    expect(Number(shown.purge_at) - Number(shown.deleted_at)).toBe(30 * 86_400_000);
    const unknown = await call('GET', '/api/workspaces?include=everything', { as: team.owner });
    expect([unknown.status, unknown.body.detail[0].loc]).toEqual([422, ['query', 'include']]);
  });
});

describe('changing', () => {
  test('an OWNER changes name, slug, language and notifications, field by field', async () => {
    const team = await newTeam();
    const patch = (body: unknown, as = team.owner) => call('PATCH', `/api/workspaces/${team.id}`, { as, body });
    const before = (await call('GET', `/api/workspaces/${team.id}`, { as: team.owner })).body;
    expect(before).toMatchObject({ default_locale: 'en', notifications: { submitter_mail: true } });
    const { body } = await patch({ name: 'Neu', default_locale: 'de' });
    expect(body).toEqual({ ...before, name: 'Neu', default_locale: 'de', updated_at: body.updated_at });
    const off = (await patch({ notifications: { submitter_mail: false }, slug: 'neu' })).body;
    expect(off).toMatchObject({ name: 'Neu', slug: 'neu', notifications: { submitter_mail: false } });
    expect((await patch({ notifications: {} })).body.notifications).toEqual({ submitter_mail: false });
    expect((await patch({})).body).toEqual((await call('GET', `/api/workspaces/${team.id}`, { as: team.owner })).body);
    for (const wrong of [{ name: '' }, { default_locale: 'fr' }, { slug: 'A' }, { notifications: true }])
      expect([wrong, (await patch(wrong)).status]).toEqual([wrong, 422]);
    expect((await patch({ name: 'x' }, await team.member())).status).toBe(403);
    const unasked = await patch({ personal: true, owner_count: 9, plan: 'gold', deleted_at: 1, name: 'Neu' });
    expect(unasked.body).toMatchObject({ personal: false, plan: 'free', deleted_at: null });
    expect(await table().get(keys.workspace(team.id))).toMatchObject({ owner_count: 1 });
  });
});

test('tokens open no route of workspaces', async () => {
  const ws = await newWorkspace();
  const as = await ws.token();
  for (const path of ['/api/workspaces', `/api/workspaces/${ws.id}`, `/api/workspaces/${ws.id}/members`])
    expect((await call('GET', path, { as })).status).toBe(403);
});
