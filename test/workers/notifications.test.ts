import { beforeAll, describe, expect, test } from '@jest/globals';
import { now, SECOND } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
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

  test('gets the mail once the browser has looked, with what it saw', async () => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    const key = keys.verification(ws.id, id);
    const checking = { annotation_id: id, site_id: site.id, state: 'checking', requested_at: now() };
    await table().put({ ...key, ...checking });
    const made = await resolve(id);
    const resolution = keys.resolution(ws.id, id, made.id);
    const notify = () => notifySubmitter(batchOf([{ job: 'notify-submitter', ...resolution }]));
    expect((await notify()).batchItemFailures).toEqual([]);
    expect(await table().get(resolution)).toMatchObject({
      notification_status: 'pending',
      job: 'notify-submitter',
      wait_seconds: 5,
    });
    await table().transact([{ update: key, set: { state: 'changed' } }]);
    await notify();
    expect(await outcome(id, made.id)).toMatchObject({ notification_status: 'sent' });
    expect((await inbox(address))[0]?.text).toContain('the element you pointed at looks different now');
  });

  test('waits for the browser 90 seconds at most', async () => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    const row = { annotation_id: id, site_id: site.id, state: 'checking', requested_at: now() - 90 * SECOND };
    await table().put({ ...keys.verification(ws.id, id), ...row });
    const made = await resolve(id);
    await notifySubmitter(batchOf([{ job: 'notify-submitter', ...keys.resolution(ws.id, id, made.id) }]));
    expect(await outcome(id, made.id)).toMatchObject({ notification_status: 'sent' });
    expect((await inbox(address))[0]?.text).not.toContain('looks different now');
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

  test('who asked for no more reads of it on the thread', async () => {
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

describe('what is owed', () => {
  test('leaves the due index with its outcome', async () => {
    const { id } = await ws.note(site);
    const made = await resolve(id);
    await outcome(id, made.id);
    const row = await table().get(keys.resolution(ws.id, id, made.id));
    for (const attribute of ['due_at', 'due_pk', 'job']) expect(row).not.toHaveProperty(attribute);
  });
});
