import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { suppress } from '../../functions/mail/suppressions.ts';
import { handler } from '../../functions/workers/send-mail.ts';
import { newWorkspace, table } from '../driver.ts';
import { batchOf } from '../workers/messages.ts';
import { startScriptedSes } from '../workers/scripted-ses.ts';
import { until } from '../workers/until.ts';
import { accept, invitationsOf } from './invited.ts';

let ses: Awaited<ReturnType<typeof startScriptedSes>>;
beforeAll(async () => {
  ses = await startScriptedSes();
  process.env.AWS_ENDPOINT_URL_SES = ses.url;
});
afterAll(() => ses.close());
beforeEach(() => {
  ses.mood = 'accept';
});

const DONE = { batchItemFailures: [] };

/** A further mail of an invitation, which only this test knows: it is in no due index. */
const owedMail = async () => {
  const ws = await newWorkspace();
  const at = invitationsOf(ws);
  const invited = await at.invited();
  const { email } = invited.person;
  const status = async () => (await table().get(keys.invitation(ws.id, invited.id)))?.mail_status;
  await until(async () => (await status()) === 'sent', "the invitation's own mail");
  const key = keys.invitationMail(ws.id, invited.id, newId());
  await table().put({
    ...key,
    kind: 'invitation',
    workspace_id: ws.id,
    invitation_id: invited.id,
    mail_state: 'owed',
    job: 'send-mail',
    created_at: now(),
  });
  return {
    ...invited,
    ws,
    at,
    deliver: () => handler(batchOf([{ job: 'send-mail', ...key }])),
    mails: () => ses.taken.filter((mail) => mail.includes(`To: ${email}`)),
    state: async () => (await table().get(key))?.mail_state,
    status,
  };
};

describe('an owed mail of an invitation', () => {
  test('is sent once even if its message is delivered repeatedly, and the invitation says so', async () => {
    const mail = await owedMail();
    for (const _ of [1, 2, 3]) expect(await mail.deliver()).toEqual(DONE);
    expect(mail.mails()).toHaveLength(1);
    expect([await mail.state(), await mail.status()]).toEqual(['sent', 'sent']);
  });

  test('leaves the invitation open and marked as failed if the mail service refuses it', async () => {
    const mail = await owedMail();
    ses.mood = 'reject';
    await mail.deliver();
    expect(await mail.status()).toBe('failed');
    expect((await accept(mail.token, mail.person)).status).toBe(200);
  });

  test.each([
    ['accepted', async (mail: Awaited<ReturnType<typeof owedMail>>) => accept(mail.token, mail.person)],
    ['revoked', async (mail: Awaited<ReturnType<typeof owedMail>>) => mail.at.revoke(mail.token)],
  ])('is not sent after the invitation was %s', async (_, close) => {
    const mail = await owedMail();
    expect((await close(mail)).status).toBe(200);
    expect(await mail.deliver()).toEqual(DONE);
    expect(mail.mails()).toHaveLength(0);
  });

  test('is sent after a deleted workspace is restored, not before', async () => {
    const mail = await owedMail();
    const workspace = keys.workspace(mail.ws.id);
    await table().transact([{ update: workspace, set: { deleted_at: now() } }]);
    expect(await mail.deliver()).toEqual(DONE);
    expect([mail.mails().length, await mail.state()]).toEqual([0, 'owed']);
    await table().transact([{ update: workspace, remove: ['deleted_at'] }]);
    await mail.deliver();
    expect(mail.mails()).toHaveLength(1);
  });

  test('is not sent to an address that unsubscribed meanwhile, and the invitation says so', async () => {
    const mail = await owedMail();
    await suppress(table(), addressHash(mail.person.email), 'unsubscribed');
    expect(await mail.deliver()).toEqual(DONE);
    expect(mail.mails()).toHaveLength(0);
    expect([await mail.state(), await mail.status()]).toEqual(['suppressed', 'suppressed']);
  });
});
