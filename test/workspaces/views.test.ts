import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Caller, call, newWorkspace, type Workspace } from '../driver.ts';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const path = () => `/api/workspaces/${ws.id}/views`;
const save = (as: Caller, body: object) => call('POST', path(), { as, body });
const namesFor = async (as: Caller) =>
  (await call('GET', path(), { as })).body.items.map(({ name }: { name: string }) => name).sort();
const remove = (as: Caller, id: string) => call('DELETE', `${path()}/${id}`, { as });

describe('saved views', () => {
  test('are private or shared, and no guest sees or makes a shared one', async () => {
    const [member, guest] = [await ws.member(), await ws.guest()];
    const { body } = await save(ws.owner, { name: 'Blocked bugs', search: 'status=blocked&kind=bug' });
    expect(body).toMatchObject({ name: 'Blocked bugs', shared: false, created_by: ws.owner.user_id });
    const shared = await save(member, { name: 'Release', search: 'label=release', shared: true });
    expect(await namesFor(ws.owner)).toEqual(['Blocked bugs', 'Release']);
    expect(await namesFor(member)).toEqual(['Release']);
    expect((await save(guest, { name: 'Theirs', search: '' })).status).toBe(200);
    expect(await namesFor(guest)).toEqual(['Theirs']);
    expect((await save(guest, { name: 'All', search: '', shared: true })).status).toBe(403);
    expect((await remove(guest, shared.body.id)).status).toBe(404);
    expect((await remove(member, body.id)).status).toBe(404);
    expect((await remove(ws.owner, shared.body.id)).body).toEqual({ id: shared.body.id, deleted: true });
    expect((await remove(ws.owner, shared.body.id)).status).toBe(404);
    expect(await namesFor(member)).toEqual([]);
  });

  test('end at 20, also when they are saved at once, and a deleted one makes room', async () => {
    const member = await ws.member();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => save(member, { name: `View ${n}`, search: `label=${n}` })),
    );
    for (let n = 0; n < 20; n += 1) await save(member, { name: `More ${n}`, search: '' });
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await namesFor(member)).toHaveLength(20);
    const refused = await save(member, { name: 'One more', search: '' });
    expect([refused.status, refused.body.detail[0].code]).toEqual([422, 'view_limit']);
    const [first] = (await call('GET', path(), { as: member })).body.items;
    await remove(member, first.id);
    expect((await save(member, { name: 'One more', search: '' })).status).toBe(200);
  });

  test('answer a repeated request for the last place with the view that took it', async () => {
    const member = await ws.member();
    for (let n = 0; n < 19; n += 1) await save(member, { name: `View ${n}`, search: '' });
    const last = () =>
      call('POST', path(), {
        as: member,
        body: { name: 'The last', search: '' },
        headers: { 'idempotency-key': 'the-last-view' },
      });
    const first = await last();
    expect(first.status).toBe(200);
    const again = await last();
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await save(member, { name: 'One more', search: '' })).status).toBe(422);
    expect(await namesFor(member)).toHaveLength(20);
  });

  test('take no text that is no query, and no name without a visible character', async () => {
    for (const search of ['<script>', 'a b', 'x'.repeat(1001)]) {
      expect((await save(ws.owner, { name: 'Bad', search })).status).toBe(422);
    }
    expect((await save(ws.owner, { name: ' \u200b', search: '' })).status).toBe(422);
  });

  test('are repeated once by an Idempotency-Key', async () => {
    const member = await ws.member();
    const headers = { 'idempotency-key': 'the-same-view' };
    const body = { name: 'Once', search: '' };
    const [one, two] = [
      await call('POST', path(), { as: member, body, headers }),
      await call('POST', path(), { as: member, body, headers }),
    ];
    expect(two.body).toEqual(one.body);
    expect(await namesFor(member)).toEqual(['Once']);
  });
});
