import { beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { handler as notifySubmitter } from '../../functions/workers/notify-submitter.ts';
import { call, newTeam, stage, table, type Workspace } from '../driver.ts';
import { evidencePath } from '../resolutions/upload.ts';
import { batchOf } from '../workers/messages.ts';
import { until } from '../workers/until.ts';

let ws: Workspace;
let address: string;
beforeEach(async () => {
  ws = await newTeam();
  address = `s-${newId().toLowerCase()}@example.com`;
});

const patch = async (body: unknown) =>
  expect((await call('PATCH', `/api/workspaces/${ws.id}`, { as: ws.owner, body })).status).toBe(200);

const inbox = async (): Promise<{ subject: string; text: string }[]> =>
  (await (await fetch(`${stage().base_url}/__local/mail?to=${encodeURIComponent(address)}`)).json()) as [];

/** Resolves a note of the address's. */
const resolve = async () => {
  const note = await ws.note(await ws.site(), { email: address });
  const body = { explanation: 'Done.' };
  const made = await call('POST', evidencePath(note.id), { as: ws.owner, body });
  return { note: note.id, id: made.body.id as string };
};

const outcome = ({ note, id }: { note: string; id: string }) =>
  until(async () => {
    const row = await table().get(keys.resolution(ws.id, note, id));
    return row?.notification_status !== 'pending' && row?.notification_status;
  }, 'the outcome of a notification');

describe('the mail settings of a workspace', () => {
  test('submitters read the outcome on the thread if the workspace sends them no mails', async () => {
    await patch({ notifications: { submitter_mail: false } });
    expect(await outcome(await resolve())).toBe('queued_reply');
    expect(await inbox()).toEqual([]);
    const site = await ws.site();
    const settings = async () => (await call('GET', '/api/widget/settings', { as: site.widget })).body;
    expect(await settings()).toMatchObject({ submitter_mail: false });
    const loader = await call('GET', `/w/${site.loader_secret_id}/widget.js`);
    expect(loader.text).toContain('"submitter_mail":false');
    await patch({ notifications: { submitter_mail: true } });
    expect(await outcome(await resolve())).toBe('sent');
    expect(await inbox()).toHaveLength(1);
  });

  test('mails to people without a known language are in that of the workspace', async () => {
    expect(await outcome(await resolve())).toBe('sent');
    await patch({ default_locale: 'de' });
    expect(await outcome(await resolve())).toBe('sent');
    const [first, second] = (await inbox()).map(({ subject }) => subject).sort();
    expect(first).not.toBe(second);
  });
});

test('a deleted workspace notifies no one until it is restored', async () => {
  const made = await resolve();
  await outcome(made);
  expect((await call('DELETE', `/api/workspaces/${ws.id}`, { as: ws.owner })).status).toBe(200);
  const key = keys.resolution(ws.id, made.note, newId());
  const row = { ...(await table().get(keys.resolution(ws.id, made.note, made.id))), ...key, id: key.sk.slice(4) };
  const due_at = Date.now() + 60_000_000;
  await table().put({ ...row, notification_status: 'pending', job: 'notify-submitter', due_at, due_pk: 'DUE#0' });
  const job = batchOf([{ job: 'notify-submitter', ...key }]);
  expect(await notifySubmitter(job)).toEqual({ batchItemFailures: [] });
  expect(await table().get(key)).toMatchObject({ notification_status: 'pending', job: 'notify-submitter' });
  expect(await inbox()).toHaveLength(1);

  expect((await call('POST', `/api/workspaces/${ws.id}/restore`, { as: ws.owner })).status).toBe(200);
  await notifySubmitter(job);
  await until(async () => (await inbox()).length === 2, 'the second mail');
});
