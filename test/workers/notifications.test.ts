import { beforeAll, describe, expect, test } from '@jest/globals';
import { now, SECOND } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { type Key, keys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { suppress } from '../../functions/mail/suppressions.ts';
import { handler as notifySubmitter } from '../../functions/workers/notify-submitter.ts';
import { handler as sendMail } from '../../functions/workers/send-mail.ts';
import { call, newWorkspace, stage, table, type Workspace } from '../driver.ts';
import { png } from '../resolutions/images.ts';
import { evidencePath, upload } from '../resolutions/upload.ts';
import { batchOf } from './messages.ts';
import { until } from './until.ts';

interface Mail {
  to: string[];
  subject: string;
  text: string;
  html: string;
}

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const someone = () => `n-${newId().toLowerCase()}@example.com`;

const inbox = async (address: string): Promise<Mail[]> =>
  (await (await fetch(`${stage().base_url}/__local/mail?to=${encodeURIComponent(address)}`)).json()) as Mail[];

const resolve = async (annotation: string, body: object = { explanation: 'Done.' }) =>
  (await call('POST', evidencePath(annotation), { as: ws.owner, body })).body as { id: string };

const outcome = (annotation: string, id: string) =>
  until(async () => {
    const { body } = await call('GET', evidencePath(annotation), { as: ws.owner });
    const found = body.find((one: { id: string }) => one.id === id);
    return found?.notification_status !== 'pending' && found;
  }, 'the outcome of a notification');

describe('a submitter with an address on file', () => {
  test('gets exactly one mail for each resolution, with its images as links', async () => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    const after_key = await upload(ws.owner, id, 'after', png());
    const made = await resolve(id, { explanation: 'The button works.', after_key });
    expect(await outcome(id, made.id)).toMatchObject({
      notification_status: 'sent',
      notified_at: expect.stringMatching(/^\d{13}$/),
    });
    const mails = await inbox(address);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: [address] });
    expect(mails[0]?.html).toContain('The button works.');
    const link = /http[^\s"]*\/files\/[\w.-]+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    expect((await call('GET', new URL(link).pathname)).status).toBe(302);
  });

  test('gets one though the messages of both workers come 20 times', async () => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    const made = await resolve(id);
    const notify = { job: 'notify-submitter', ...keys.resolution(ws.id, id, made.id) };
    const mail = { job: 'send-mail', ...keys.annotationMail(ws.id, id, made.id) };
    for (let times = 0; times < 4; times += 1) {
      const [first, second] = await Promise.all([
        notifySubmitter(batchOf(Array(5).fill(notify))),
        sendMail(batchOf(Array(5).fill(mail))),
      ]);
      expect([...first.batchItemFailures, ...second.batchItemFailures]).toEqual([]);
    }
    expect(await outcome(id, made.id)).toMatchObject({ notification_status: 'sent' });
    expect(await inbox(address)).toHaveLength(1);
  });

  const beingVerified = async (seconds: number) => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    const key = keys.verification(ws.id, id);
    const requested_at = now() - seconds * SECOND;
    await table().put({ ...key, annotation_id: id, site_id: site.id, state: 'checking', requested_at });
    return { address, id, key };
  };
  const notify = async (key: Key) => {
    expect((await notifySubmitter(batchOf([{ job: 'notify-submitter', ...key }]))).batchItemFailures).toEqual([]);
  };
  const LOOKS_DIFFERENT = 'the element you pointed at looks different now';

  test.each(['evidence', 'its status'])('gets the mail about %s once the browser has looked', async (way) => {
    const { address, id, key } = await beingVerified(0);
    const change = { as: ws.owner, body: { status: 'resolved' } };
    const news =
      way === 'evidence'
        ? keys.resolution(ws.id, id, (await resolve(id)).id)
        : (await call('PATCH', `/api/v1/annotations/${id}`, change)) && keys.statusNews(ws.id, id);
    for (const wait_seconds of [1, 2, 4]) {
      await notify(news);
      expect(await table().get(news)).toMatchObject({ job: 'notify-submitter', wait_seconds });
    }
    expect(await inbox(address)).toEqual([]);
    await table().transact([{ update: key, set: { state: 'changed', checked_at: now() } }]);
    await notify(news);
    const [mail] = await until(async () => (await inbox(address)).length > 0 && inbox(address), 'the mail');
    expect(mail?.text).toContain(LOOKS_DIFFERENT);
  });

  test('gets no word and no picture of a check of an earlier fix, which was undone', async () => {
    const { address, id, key } = await beingVerified(600);
    const picture_key = `kept/${ws.id}/${site.id}/${id}/${'0'.repeat(32)}.png`;
    const change = (status: string) => call('PATCH', `/api/v1/annotations/${id}`, { as: ws.owner, body: { status } });
    await change('resolved');
    const seen = { state: 'changed', picture_key, requested_at: now(), checked_at: now() };
    await table().put({ ...key, annotation_id: id, site_id: site.id, ...seen });
    await change('pending');
    await resolve(id);
    await change('resolved');
    await notify(keys.statusNews(ws.id, id));
    const [mail] = await until(async () => (await inbox(address)).length > 0 && inbox(address), 'the mail');
    expect(mail?.text).not.toContain(LOOKS_DIFFERENT);
    expect(mail?.html).not.toContain('/files/');
  });

  test('gets no word of a check that ended before the evidence', async () => {
    const { address, id, key } = await beingVerified(120);
    await table().transact([{ update: key, set: { state: 'changed', checked_at: now() - 60 * SECOND } }]);
    await notify(keys.resolution(ws.id, id, (await resolve(id)).id));
    const [mail] = await until(async () => (await inbox(address)).length > 0 && inbox(address), 'the mail');
    expect(mail?.text).not.toContain(LOOKS_DIFFERENT);
  });

  test('waits for the browser up to 60 seconds', async () => {
    const { address, id } = await beingVerified(20);
    const made = await resolve(id);
    await notify(keys.resolution(ws.id, id, made.id));
    expect(await inbox(address)).toEqual([]);
    const late = await beingVerified(61);
    const other = await resolve(late.id);
    await notify(keys.resolution(ws.id, late.id, other.id));
    expect(await outcome(late.id, other.id)).toMatchObject({ notification_status: 'sent' });
    expect((await inbox(late.address))[0]?.text).not.toContain(LOOKS_DIFFERENT);
  });

  test('gets ten a day over all sites, and reads of the rest on the thread', async () => {
    const address = someone();
    const elsewhere = await ws.site({ name: 'Elsewhere' });
    const told = async (where: typeof site): Promise<string> => {
      const { id } = await ws.note(where, { email: address });
      const made = await resolve(id);
      return (await outcome(id, made.id)).notification_status;
    };
    const places = Array.from({ length: 10 }, (_, index) => (index % 2 ? site : elsewhere));
    expect(await Promise.all(places.map(told))).toEqual(Array(10).fill('sent'));
    expect(await told(elsewhere)).toBe('queued_reply');
    expect(await inbox(address)).toHaveLength(10);
  });

  test('a submitter who complained about a mail reads the outcome on the thread', async () => {
    const address = someone();
    await suppress(table(), addressHash(address), 'complained');
    const { id } = await ws.note(site, { email: address });
    const made = await resolve(id);
    expect(await outcome(id, made.id)).toMatchObject({ notification_status: 'queued_reply' });
    expect(await inbox(address)).toEqual([]);
  });

  test('cannot be used to mail others: a name or an address with line breaks adds no recipient', async () => {
    const answer = await call('POST', '/api/widget/annotations', {
      as: site.widget,
      headers: { origin: 'https://shop.example.com' },
      body: {
        body: 'x',
        email: 'a@example.com\r\nBcc: v@example.com',
        context: { page: { url: 'https://shop.example.com/' }, anchor: { kind: 'page' } },
      },
    });
    expect(answer.status).toBe(422);
  });
});

describe('a submitter without an address', () => {
  test('reads of it on the thread, once', async () => {
    const { id } = await ws.note(site);
    const made = await resolve(id, { explanation: 'Look **again**.', diff_url: 'https://example.com/1' });
    expect(await outcome(id, made.id)).toMatchObject({
      notification_status: 'queued_reply',
      notified_at: expect.stringMatching(/^\d{13}$/),
    });
    await notifySubmitter(batchOf(Array(10).fill({ job: 'notify-submitter', ...keys.resolution(ws.id, id, made.id) })));
    const { body } = await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner });
    expect(body.replies).toMatchObject([{ author: 'owner', body: 'Look **again**.\n\nhttps://example.com/1' }]);
  });
});

describe('an owed notification', () => {
  test('an owed notification leaves the due index with its outcome', async () => {
    const { id } = await ws.note(site);
    const made = await resolve(id);
    await outcome(id, made.id);
    const row = await table().get(keys.resolution(ws.id, id, made.id));
    for (const attribute of ['due_at', 'due_pk', 'job']) expect(row).not.toHaveProperty(attribute);
  });
});
