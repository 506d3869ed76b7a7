import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { DAY, MINUTE, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { annotationPartition, keys } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { suppress } from '../../functions/mail/suppressions.ts';
import { handler } from '../../functions/workers/send-mail.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { batchOf } from './messages.ts';
import { startScriptedSes } from './scripted-ses.ts';

let ses: Awaited<ReturnType<typeof startScriptedSes>>;
let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;

beforeAll(async () => {
  ses = await startScriptedSes();
  process.env.AWS_ENDPOINT_URL_SES = ses.url;
  ws = await newWorkspace();
  site = await ws.site();
});
afterAll(() => ses.close());
beforeEach(() => {
  ses.mood = 'accept';
});

/** A mail that only this test knows: it is in no due index, so the shared stage ignores it. */
const owedMail = async (more: Item = {}, resolutionMore: Item = {}) => {
  const address = `v-${newId().toLowerCase()}@example.com`;
  const { id: annotation } = await ws.note(site, { email: address });
  const resolution = newId();
  await table().put({
    ...keys.resolution(ws.id, annotation, resolution),
    id: resolution,
    annotation_id: annotation,
    site_id: site.id,
    actor_id: 'token:x',
    actor_kind: 'agent',
    before_key: null,
    after_key: null,
    diff_url: null,
    explanation: 'Fixed.',
    notification_status: 'pending',
    created_at: now(),
    notified_at: null,
    ...resolutionMore,
  });
  const key = keys.annotationMail(ws.id, annotation, resolution);
  await table().put({
    ...key,
    kind: 'note',
    workspace_id: ws.id,
    site_id: site.id,
    annotation_id: annotation,
    reply_ids: [],
    resolution_ids: [resolution],
    mail_state: 'owed',
    created_at: now(),
    ...more,
  });
  const job = { job: 'send-mail', ...key };
  return {
    address,
    annotation,
    job,
    deliver: (receives = 1) => handler(batchOf([job], receives)),
    mails: () => ses.taken.filter((mail) => mail.includes(`To: ${address}`)),
    resolution: async () => (await table().get(keys.resolution(ws.id, annotation, resolution))) as Item,
    row: async () => (await table().get(key)) as Item,
  };
};

const DONE = { batchItemFailures: [] };
const AGAIN = { batchItemFailures: [{ itemIdentifier: expect.any(String) }] };

describe('a mail', () => {
  test('is sent once, and the resolution says so', async () => {
    const mail = await owedMail();
    expect(await mail.deliver()).toEqual(DONE);
    expect(mail.mails()).toHaveLength(1);
    expect(await mail.resolution()).toMatchObject({ notification_status: 'sent', notified_at: expect.any(Number) });
    const parsed = await PostalMime.parse(mail.mails()[0] ?? '');
    expect(parsed.to?.map(({ address }) => address)).toEqual([mail.address]);
    expect(parsed.html).toContain('Fixed.');
    expect(parsed.text).toContain('The button does nothing');
  });

  test('is sent once though its message comes 20 times, all at once and one by one', async () => {
    const mail = await owedMail();
    await handler(batchOf(Array(10).fill(mail.job)));
    for (let times = 0; times < 10; times += 1) await mail.deliver();
    expect(mail.mails()).toHaveLength(1);
    expect(await mail.resolution()).toMatchObject({ notification_status: 'sent' });
  });

  test('is sent even if SES closed the connection that carried the previous mail', async () => {
    ses.mood = 'accept_once_per_connection';
    for (let mails = 0; mails < 3; mails += 1) {
      const mail = await owedMail();
      expect(await mail.deliver()).toEqual(DONE);
      expect(await mail.resolution()).toMatchObject({ notification_status: 'sent' });
      expect(mail.mails()).toHaveLength(1);
    }
  });

  test.each(['throttle', 'unavailable'] as const)(
    'waits while SES answers %s, and is sent once after',
    async (mood) => {
      const mail = await owedMail();
      ses.mood = mood;
      expect(await mail.deliver()).toEqual(AGAIN);
      expect(await mail.resolution()).toMatchObject({ notification_status: 'pending' });
      ses.mood = 'accept';
      expect(await mail.deliver(2)).toEqual(DONE);
      expect(mail.mails()).toHaveLength(1);
      expect(await mail.resolution()).toMatchObject({ notification_status: 'sent' });
    },
  );

  test('a mail in the dead letters reads failed, and a redrive turns that into sent', async () => {
    const mail = await owedMail();
    ses.mood = 'unavailable';
    for (let receives = 1; receives <= 5; receives += 1) expect(await mail.deliver(receives)).toEqual(AGAIN);
    expect(await mail.resolution()).toMatchObject({ notification_status: 'failed', notified_at: null });
    ses.mood = 'accept';
    expect(await mail.deliver()).toEqual(DONE);
    expect(mail.mails()).toHaveLength(1);
    expect(await mail.resolution()).toMatchObject({ notification_status: 'sent' });
  });

  test('a mail that SES rejected fails without a retry, and sending its message again tries it again', async () => {
    const mail = await owedMail();
    ses.mood = 'reject';
    expect(await mail.deliver()).toEqual(DONE);
    expect(await mail.resolution()).toMatchObject({ notification_status: 'failed' });
    ses.mood = 'accept';
    expect(await mail.deliver()).toEqual(DONE);
    expect(await mail.resolution()).toMatchObject({ notification_status: 'sent' });
    expect(mail.mails()).toHaveLength(1);
  });

  test.each(['cut', 'accept_then_cut'] as const)(
    'a mail whose answer was lost (%s) fails, and is never sent again',
    async (mood) => {
      const mail = await owedMail();
      ses.mood = mood;
      expect(await mail.deliver()).toEqual(DONE);
      expect(await mail.resolution()).toMatchObject({ notification_status: 'failed' });
      ses.mood = 'accept';
      const asked = ses.asked;
      for (let times = 0; times < 3; times += 1) expect(await mail.deliver()).toEqual(DONE);
      expect(ses.asked).toBe(asked);
      expect(mail.mails().length).toBeLessThanOrEqual(1);
    },
  );

  test('a mail that SES has refused for a day fails for good', async () => {
    const mail = await owedMail({ created_at: now() - DAY - 1 });
    ses.mood = 'throttle';
    expect(await mail.deliver()).toEqual(DONE);
    expect(await mail.resolution()).toMatchObject({ notification_status: 'failed' });
  });

  test('a mail whose sender died midway counts as lost once the claim has expired, and not before', async () => {
    const mail = await owedMail({ mail_state: 'claimed', claimed_at: now() });
    expect(await mail.deliver()).toEqual(DONE);
    expect(await mail.resolution()).toMatchObject({ notification_status: 'pending' });
    advance(3 * MINUTE);
    expect(await mail.deliver()).toEqual(DONE);
    expect(await mail.resolution()).toMatchObject({ notification_status: 'failed' });
    expect(mail.mails()).toHaveLength(0);
  });

  test('a mail whose sender died ends as lost, even if its invitation is gone meanwhile', async () => {
    const key = keys.invitationMail(ws.id, newId(), newId());
    const claimed_at = now() - 3 * MINUTE;
    const mail = { kind: 'invitation', workspace_id: ws.id, mail_state: 'claimed', claimed_at, created_at: claimed_at };
    await table().put({ ...key, ...mail });
    expect(await handler(batchOf([{ job: 'send-mail', ...key }]))).toEqual(DONE);
    expect(await table().get(key)).toMatchObject({ mail_state: 'lost' });
  });

  test('a mail to an address that unsubscribed meanwhile becomes a reply on the thread', async () => {
    const mail = await owedMail();
    await suppress(table(), addressHash(mail.address), 'unsubscribed');
    for (let times = 0; times < 3; times += 1) expect(await mail.deliver()).toEqual(DONE);
    expect(mail.mails()).toHaveLength(0);
    expect(await mail.resolution()).toMatchObject({ notification_status: 'queued_reply' });
    const { body } = await call('GET', `/api/v1/annotations/${mail.annotation}`, { as: ws.owner });
    expect(body.replies).toMatchObject([{ author: 'agent', body: 'Fixed.' }]);
  });

  test('a mail about a note that was deleted meanwhile is not sent', async () => {
    const mail = await owedMail();
    await table().transact([{ update: keys.annotation(ws.id, mail.annotation), set: { deleted_at: now() } }]);
    expect(await mail.deliver()).toEqual(DONE);
    expect(mail.mails()).toHaveLength(0);
  });

  test('a mail of a deleted workspace waits for its restoration', async () => {
    const mail = await owedMail();
    await table().transact([{ update: keys.workspace(ws.id), set: { deleted_at: now() } }]);
    expect(await mail.deliver()).toEqual(DONE);
    expect(mail.mails()).toHaveLength(0);
    await table().transact([{ update: keys.workspace(ws.id), remove: ['deleted_at'] }]);
    expect(await mail.deliver()).toEqual(DONE);
    expect(mail.mails()).toHaveLength(1);
  });

  test('a mail that waited days for the restoration is tried again if SES refuses it at first', async () => {
    const mail = await owedMail({ job: 'send-mail', created_at: now() - 3 * DAY });
    await table().transact([{ update: keys.workspace(ws.id), set: { deleted_at: now() } }]);
    expect(await mail.deliver()).toEqual(DONE);
    await table().transact([{ update: keys.workspace(ws.id), remove: ['deleted_at'] }]);
    ses.mood = 'throttle';
    expect(await mail.deliver()).toEqual(AGAIN);
    ses.mood = 'accept';
    expect(await mail.deliver(2)).toEqual(DONE);
    expect(mail.mails()).toHaveLength(1);
  });
});

describe('a batch', () => {
  test('a batch of ten with one bad message has nine effects and returns only the bad one', async () => {
    const mails = await Promise.all(Array.from({ length: 9 }, () => owedMail()));
    const poison = { ...(await owedMail({ kind: 'no-such-kind' })).job };
    const event = batchOf([
      ...mails.slice(0, 4).map(({ job }) => job),
      poison,
      ...mails.slice(4).map(({ job }) => job),
    ]);
    const bad = event.Records[4]?.messageId;
    expect(await handler(event)).toEqual({ batchItemFailures: [{ itemIdentifier: bad }] });
    for (const mail of mails) expect(mail.mails()).toHaveLength(1);
  });

  test.each([
    '{',
    '[]',
    'null',
    '{"job":"send-mail"}',
    '{"job":"rm","pk":"x","sk":"y"}',
    '{"job":"send-mail","pk":1,"sk":2}',
  ])('a batch returns the message %s', async (body) => expect(await handler(batchOf([body]))).toEqual(AGAIN));

  test('a batch drops a message about a row that is gone', async () => {
    const job = { job: 'send-mail', pk: annotationPartition(ws.id, newId()), sk: `MAIL#${newId()}` };
    expect(await handler(batchOf([job]))).toEqual(DONE);
  });
});
