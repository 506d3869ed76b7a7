import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys, showcasePartition } from '../../functions/kit/table/keys.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { seedReview } from '../reviews/seed.ts';
import { admins, bytesOf, decide, read, report, showcased, submit, withdraw } from './showcased.ts';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const stateOf = async (id: string) => (await call('GET', `/api/reviews/${id}`, { as: ws.owner })).body.showcase;

describe('submitting', () => {
  test('makes a complete review pending, under a slug that reads like its title, and public to nobody yet', async () => {
    const { id } = await seedReview(ws.id, { more: { title: 'Größe zählt: Über Lampen & Licht' } });
    expect(await stateOf(id)).toBeNull();
    const { status, body } = await submit(id, ws.owner);
    expect([status, body]).toEqual([
      200,
      {
        review_id: id,
        slug: `grosse-zahlt-uber-lampen-licht-${id.slice(-6).toLowerCase()}`,
        url: expect.stringMatching(/\/showcase\/grosse-zahlt/),
        state: 'pending',
        note: null,
        submitted_at: expect.stringMatching(/^\d+$/),
        decided_at: null,
      },
    ]);
    expect((await read(body.slug)).status).toBe(404);
    expect(await stateOf(id)).toEqual({ slug: body.slug, state: 'pending', note: null, url: body.url });
  });

  test.each(['queued', 'running', 'partial', 'failed'] as const)(
    'is refused while the review is %s (409)',
    async (status) => {
      const { id } = await seedReview(ws.id, { status });
      expect((await submit(id, ws.owner)).status).toBe(409);
      expect(await table().get(keys.showcaseReview(id))).toBeUndefined();
    },
  );

  test('submitting again while a review is pending or public changes nothing', async () => {
    const { id } = await seedReview(ws.id);
    const first = await submit(id, ws.owner);
    expect((await submit(id, ws.owner)).body).toEqual(first.body);
    await decide(id, 'approve', 'Nice');
    const { body } = await submit(id, ws.owner);
    expect(body).toMatchObject({ state: 'approved', note: 'Nice', submitted_at: first.body.submitted_at });
    expect((await read(first.body.slug)).status).toBe(200);
  });

  test('submitting ten times at once makes one entry', async () => {
    const { id } = await seedReview(ws.id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(id, ws.owner)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.submitted_at)).size).toBe(1);
  });

  test('gives two reviews of one title two slugs, and a taken one to nobody else', async () => {
    const [one, other] = [await showcased(ws, 'pending'), await showcased(ws, 'pending')];
    expect(one.slug).not.toBe(other.slug);
    const { id } = await seedReview(ws.id);
    const short = `shop-${id.slice(-6).toLowerCase()}`;
    await table().put({ ...keys.showcase(short), slug: short, review_id: newId() });
    const { body } = await submit(id, ws.owner);
    expect(body.slug).toBe(`shop-${id.slice(-12).toLowerCase()}`);
    await withdraw(id, ws.owner);
    expect((await submit(id, ws.owner)).body.slug).toBe(body.slug);
  });

  test('needs a readable title for no slug', async () => {
    const { id } = await seedReview(ws.id, { more: { title: '灯 <b>💡</b>' } });
    expect((await submit(id, ws.owner)).body.slug).toBe(`b-b-${id.slice(-6).toLowerCase()}`);
    const none = await seedReview(ws.id, { more: { title: 'Лампы' } });
    expect((await submit(none.id, ws.owner)).body.slug).toBe(`review-${none.id.slice(-6).toLowerCase()}`);
    const long = await seedReview(ws.id, { more: { title: 'word '.repeat(40) } });
    const { slug } = (await submit(long.id, ws.owner)).body;
    expect(slug).toMatch(/^(word-)+[a-z0-9]{6}$/);
    expect(slug.length).toBeLessThan(70);
  });

  test('is for MEMBERs and tokens of MEMBERs (403), of visible reviews (404)', async () => {
    const site = await ws.site();
    const { id } = await seedReview(ws.id, { site: site.id });
    expect((await submit(id, await ws.guest([site.id]))).status).toBe(403);
    expect((await submit(id, await ws.token('GUEST'))).status).toBe(403);
    expect((await submit(id, (await newWorkspace()).owner)).status).toBe(404);
    expect((await submit(newId(), ws.owner)).status).toBe(404);
    expect((await submit(id, await ws.token('MEMBER'))).status).toBe(200);
    expect((await withdraw(id, await ws.guest([site.id]))).status).toBe(403);
    expect((await withdraw(id, await ws.member())).status).toBe(200);
  });
});

describe('deciding', () => {
  test('approving makes it public with its note for the workspace, rejecting does not', async () => {
    const [yes, no] = [await showcased(ws, 'pending'), await showcased(ws, 'pending')];
    expect((await decide(yes.id, 'approve')).body).toMatchObject({ state: 'approved', note: null });
    expect((await decide(no.id, 'reject', 'Too short.')).body).toMatchObject({ state: 'rejected', note: 'Too short.' });
    expect([(await read(yes.slug)).status, (await read(no.slug)).status]).toEqual([200, 404]);
    expect(await stateOf(no.id)).toMatchObject({ state: 'rejected', note: 'Too short.' });
  });

  test('keeps what it says for the workspace: the public read has no word of it', async () => {
    const { id, slug } = await showcased(ws, 'pending');
    await decide(id, 'approve', 'Between us: splendid.');
    expect((await read(slug)).text).not.toContain('splendid');
    expect(await stateOf(id)).toMatchObject({ note: 'Between us: splendid.' });
  });

  test('deciding again in the same way changes nothing; a public entry can be rejected, a rejected one can’t be approved (409)', async () => {
    const [yes, no] = [await showcased(ws, 'pending'), await showcased(ws, 'pending')];
    const first = await decide(yes.id, 'approve', 'Good');
    expect((await decide(yes.id, 'approve', 'Better')).body).toEqual(first.body);
    expect((await decide(yes.id, 'reject', 'On reflection')).body).toMatchObject({ state: 'rejected' });
    expect((await read(yes.slug)).status).toBe(404);
    expect(await stateOf(yes.id)).toMatchObject({ state: 'rejected', note: 'On reflection' });
    expect((await decide(yes.id, 'approve')).status).toBe(409);
    await decide(no.id, 'reject');
    expect((await decide(no.id, 'reject')).status).toBe(200);
    expect((await decide(no.id, 'approve')).status).toBe(409);
  });

  test('a decision that names its submission publishes no later one (409), whose score no admin has seen', async () => {
    const { id, slug } = await showcased(ws, 'pending');
    const as = await admins();
    const shown = (await call('GET', `/api/admin/showcase/${id}`, { as })).body.submitted_at;
    await withdraw(id, ws.owner);
    advance(1);
    const { submitted_at } = (await submit(id, ws.owner)).body;
    const approve = (submitted_at: unknown) =>
      call('POST', `/api/admin/showcase/${id}/approve`, { as, body: { submitted_at } });
    const late = await approve(shown);
    expect([late.status, late.body.code]).toEqual([409, 'showcase_entry_modified']);
    expect((await read(slug)).status).toBe(404);
    expect((await approve('soon')).status).toBe(422);
    expect((await approve(submitted_at)).status).toBe(200);
    expect((await read(slug)).status).toBe(200);
  });

  test('is refused where there is no entry: unknown, never submitted, withdrawn (404, same bytes)', async () => {
    const withdrawn = await showcased(ws);
    await withdraw(withdrawn.id, ws.owner);
    const never = await seedReview(ws.id);
    const answers = await Promise.all([newId(), never.id, withdrawn.id].map((id) => decide(id, 'approve')));
    expect(new Set(answers.map((one) => JSON.stringify(bytesOf(one))))).toHaveProperty('size', 1);
    expect(answers[0]?.status).toBe(404);
  });

  test('takes a note of 500 characters and no more (422), and none', async () => {
    const { id } = await showcased(ws, 'pending');
    expect((await decide(id, 'reject', 'x'.repeat(501))).status).toBe(422);
    expect((await decide(id, 'reject', 'x'.repeat(500))).status).toBe(200);
  });

  test('approving and rejecting at once ends in a rejection, and all rows agree', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await showcased(ws, 'pending');
      const [yes, no] = await Promise.all([decide(id, 'approve'), decide(id, 'reject')]);
      expect([[200, 409].includes(yes.status), no.status]).toEqual([true, 200]);
      expect(await table().get(keys.showcaseReview(id))).toMatchObject({ state: 'rejected' });
      expect(await stateOf(id)).toMatchObject({ state: 'rejected' });
    }
  });

  test('stands in the audit log of the workspace whose review it is, with submission and withdrawal', async () => {
    const own = await newWorkspace();
    const { id, slug } = await showcased(own);
    await report(slug);
    await decide(id, 'reject');
    await withdraw(id, own.owner);
    const { items } = (await call('GET', `/api/workspaces/${own.id}/audit`, { as: own.owner })).body;
    const written = items.filter(({ action }: { action: string }) => action.startsWith('showcase.'));
    expect(written.map(({ action }: { action: string }) => action)).toEqual([
      'showcase.withdraw',
      'showcase.reject',
      'showcase.approve',
      'showcase.submit',
    ]);
    expect(written.map(({ target }: { target: object }) => target)).toEqual(Array(4).fill({ review_id: id, slug }));
    expect(new Set(written.map(({ actor_id }: { actor_id: string }) => actor_id)).size).toBe(2);
  });
});

describe('after a rejection', () => {
  test('a submission makes it pending again, under its slug, without the note, as the review is then', async () => {
    const { id, slug } = await showcased(ws, 'pending');
    await decide(id, 'reject', 'No.');
    const { status, body } = await submit(id, ws.owner);
    expect([status, body.slug, body.state, body.note]).toEqual([200, slug, 'pending', null]);
    await decide(id, 'approve');
    expect((await read(slug)).status).toBe(200);
  });
});

describe('withdrawing', () => {
  test.each(['pending', 'approved', 'rejected'] as const)(
    'ends what is %s at once; the slug alone stays',
    async (state) => {
      const { id, slug } = await showcased(ws, state);
      if (state !== 'rejected') await report(slug);
      expect((await withdraw(id, ws.owner)).body).toEqual({ id, deleted: true });
      expect((await read(slug)).status).toBe(404);
      expect(await stateOf(id)).toBeNull();
      expect(await table().get(keys.showcase(slug))).toEqual({ ...keys.showcase(slug), slug, review_id: id });
      expect((await table().query({ partition: showcasePartition(id), consistent: true })).items).toEqual([]);
      expect(await table().get(keys.showcasedReview(ws.id, id))).toBeUndefined();
      expect((await withdraw(id, ws.owner)).status).toBe(404);
    },
  );

  test('what is submitted again has its old slug, and waits', async () => {
    const { id, slug } = await showcased(ws);
    await withdraw(id, ws.owner);
    const { body } = await submit(id, ws.owner);
    expect([body.slug, body.state]).toEqual([slug, 'pending']);
    expect((await read(slug)).status).toBe(404);
    await decide(id, 'approve');
    expect((await read(slug)).status).toBe(200);
  });

  test('what was never submitted, or is of nobody who asks, is not found (404)', async () => {
    const { id } = await showcased(ws);
    expect((await withdraw((await seedReview(ws.id)).id, ws.owner)).status).toBe(404);
    expect((await withdraw(id, (await newWorkspace()).owner)).status).toBe(404);
    expect((await withdraw(newId(), ws.owner)).status).toBe(404);
  });
});
