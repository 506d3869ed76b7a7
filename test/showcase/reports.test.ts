import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, MINUTE } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, showcasePartition } from '../../functions/kit/table/keys.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, freshIp, newWorkspace, table, type Workspace } from '../driver.ts';
import { admins, bytesOf, decide, read, report, showcased, withdraw } from './showcased.ts';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const entryOf = async (id: string) => (await table().get(keys.showcaseReview(id))) as Record<string, unknown>;
const reasonsOf = async (id: string): Promise<string[]> => {
  const { items } = await table().query({
    partition: showcasePartition(id),
    sort: ['begins_with', keys.showcaseReport(id, '').sk],
    consistent: true,
  });
  return items.map(({ reason }) => String(reason));
};
const adminView = async (id: string) => (await call('GET', `/api/admin/showcase/${id}`, { as: await admins() })).body;

describe('a report', () => {
  test('takes an approved entry out of sight at once, and leaves its words to the admins', async () => {
    const { id, slug } = await showcased(ws);
    const { status, body } = await report(slug, 'It names our customers.');
    expect([status, body]).toEqual([200, { slug, state: 'pending' }]);
    expect((await read(slug)).status).toBe(404);
    const { body: review } = await call('GET', `/api/reviews/${id}`, { as: ws.owner });
    expect(review.showcase.state).toBe('pending');
    const seen = await adminView(id);
    expect([seen.report_count, seen.reports]).toEqual([
      1,
      [{ reason: 'It names our customers.', reported_at: expect.stringMatching(/^\d+$/) }],
    ]);
  });

  test('counts on a pending entry too, which keeps its place in the queue', async () => {
    const { id, slug } = await showcased(ws, 'pending');
    const before = await entryOf(id);
    expect((await report(slug)).status).toBe(200);
    const after = await entryOf(id);
    expect([after.state, after.report_count, after.gsi1sk]).toEqual(['pending', 1, before.gsi1sk]);
  });

  test('is a 404 of the same bytes for what is rejected, withdrawn, unknown or no slug at all', async () => {
    const [rejected, withdrawn] = [await showcased(ws, 'rejected'), await showcased(ws)];
    await withdraw(withdrawn.id, ws.owner);
    const slugs = [rejected.slug, withdrawn.slug, 'shop-000000', 'SHOP', '%00', 'x'.repeat(500)];
    const answers = await Promise.all(slugs.map((slug) => report(slug)));
    expect(answers.map(({ status }) => status)).toEqual(slugs.map(() => 404));
    expect(new Set(answers.map((one) => JSON.stringify(bytesOf(one)))).size).toBe(1);
    expect((await entryOf(rejected.id)).report_count).toBe(0);
  });

  test('counts once per Idempotency-Key, also if its address has no place left', async () => {
    const { id, slug } = await showcased(ws);
    const ip = freshIp();
    const send = (key: string, reason = 'It names our customers.') =>
      call('POST', `/api/showcase/${slug}/report`, { ip, body: { reason }, headers: { 'idempotency-key': key } });
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await send(key, 'Another reason.')).body.detail[0].code).toBe('idempotency_key_reused');
    expect((await entryOf(id)).report_count).toBe(1);
    for (let times = 0; times < 4; times += 1) expect((await send(newId())).status).toBe(200);
    expect([(await send(newId())).status, (await send(key)).status]).toEqual([429, 200]);
    expect((await entryOf(id)).report_count).toBe(5);
  });

  test('needs a reason of 4 to 500 characters (422)', async () => {
    const { id, slug } = await showcased(ws);
    for (const reason of ['', 'abc', '    ', 'x'.repeat(501), 7, null]) {
      expect([reason, (await report(slug, reason)).status]).toEqual([reason, 422]);
    }
    expect((await call('POST', `/api/showcase/${slug}/report`, { body: {} })).status).toBe(422);
    expect((await entryOf(id)).state).toBe('approved');
    for (const reason of ['abcd', 'x'.repeat(500), 'half \ud800 a character']) {
      expect((await report(slug, reason)).status).toBe(200);
    }
  });

  test('an entry approved again after a report is public again, and can be reported again', async () => {
    const { id, slug } = await showcased(ws);
    await report(slug);
    expect((await decide(id, 'approve')).body).toMatchObject({ state: 'approved', report_count: 1 });
    expect((await read(slug)).status).toBe(200);
    await report(slug);
    expect(await entryOf(id)).toMatchObject({ state: 'pending', report_count: 2 });
  });

  test('many reports leave the newest fifty, and all are counted', async () => {
    const { id, slug } = await showcased(ws);
    for (let round = 0; round < 11; round += 1) {
      const some = Array.from({ length: 5 }, (_, index) => report(slug, `Reason ${round}.${index}`));
      expect((await Promise.all(some)).map(({ status }) => status)).toEqual(Array(5).fill(200));
    }
    await report(slug, 'The last reason');
    const reasons = await reasonsOf(id);
    expect([reasons.length, reasons.at(-1)]).toEqual([50, 'The last reason']);
    expect(reasons.some((reason) => reason.startsWith('Reason 0.'))).toBe(false);
    const seen = await adminView(id);
    expect([seen.report_count, seen.reports.length]).toEqual([56, 50]);
  }, 60_000);
});

describe('the limit of reports of an entry in 24 hours from one address', () => {
  test('five reports from one address pass, and the sixth is a 429 that says why and when; another entry and another address pass', async () => {
    const [{ id, slug }, other] = [await showcased(ws), await showcased(ws)];
    const ip = freshIp();
    for (let count = 0; count < 5; count += 1) expect((await report(slug, 'Spam!', { ip })).status).toBe(200);
    const { status, body, headers } = await report(slug, 'Spam!', { ip });
    expect([status, body.reason]).toEqual([429, 'showcase_report_limit']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await entryOf(id)).report_count).toBe(5);
    expect((await report(other.slug, 'Spam!', { ip })).status).toBe(200);
    expect((await report(slug, 'Spam!')).status).toBe(200);
  });

  test('five of twenty concurrent reports from one address count', async () => {
    const { id, slug } = await showcased(ws);
    const ip = freshIp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(slug, 'Spam, again.', { ip })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(15).fill(429)]);
    expect((await entryOf(id)).report_count).toBe(5);
    expect(await reasonsOf(id)).toHaveLength(5);
  });

  test('twenty concurrent reports from twenty addresses all count', async () => {
    const { id, slug } = await showcased(ws);
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(slug)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await entryOf(id)).report_count).toBe(20);
  });

  test('reports count for the whole /64 of an IPv6 address, and not for the next one', async () => {
    const { slug } = await showcased(ws);
    for (let host = 1; host <= 5; host += 1) {
      expect((await report(slug, 'Spam!', { ip: `2001:db8:7:1::${host}` })).status).toBe(200);
    }
    expect((await report(slug, 'Spam!', { ip: '2001:db8:7:1:ffff::1' })).status).toBe(429);
    expect((await report(slug, 'Spam!', { ip: '2001:db8:7:2::1' })).status).toBe(200);
  });

  test('a place for a report is free again 24 hours after it was taken, and no earlier', async () => {
    const { slug } = await showcased(ws);
    const ip = freshIp();
    expect((await report(slug, 'Spam!', { ip })).status).toBe(200);
    advance(DAY - 5 * MINUTE);
    for (let count = 0; count < 4; count += 1) expect((await report(slug, 'Spam!', { ip })).status).toBe(200);
    expect((await report(slug, 'Spam!', { ip })).status).toBe(429);
    advance(6 * MINUTE);
    expect((await report(slug, 'Spam!', { ip })).status).toBe(200);
    expect((await report(slug, 'Spam!', { ip })).status).toBe(429);
  });

  test('a report of an entry that isn’t there uses no place', async () => {
    const { id, slug } = await showcased(ws, 'rejected');
    const ip = freshIp();
    for (let count = 0; count < 7; count += 1) expect((await report(slug, 'Spam!', { ip })).status).toBe(404);
    await call('POST', `/api/reviews/${id}/showcase`, { as: ws.owner });
    expect((await report(slug, 'Spam!', { ip })).status).toBe(200);
  });
});
