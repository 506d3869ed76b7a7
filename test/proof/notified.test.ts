import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { call, newWorkspace, stage, type Workspace } from '../driver.ts';
import { evidencePath } from '../resolutions/upload.ts';
import { until } from '../workers/until.ts';

const NOTES = 12;

let own: ChildProcess;
let folder: string;
let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;

/** A separate stage: its faults and its clock would disturb all other tests. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-notified-'));
  const state = join(folder, 'stage.json');
  // The addresses of the shared stage must not reach this one.
  const ownEnvironment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_')));
  own = spawn(process.execPath, ['bin/local.ts', '--ephemeral', '--port', '0', '--state', state], {
    stdio: 'ignore',
    env: { ...ownEnvironment, LOG_LEVEL: 'error' },
  });
  const described = await until(() => readFile(state, 'utf8').catch(() => undefined), 'the stage');
  process.env.SIDENOTE_STAGE = described;
  process.env.TEST_BASE_URL = stage().base_url;
  Object.assign(process.env, await (await fetch(`${stage().base_url}/__local/env`)).json());
  ws = await newWorkspace();
  site = await ws.site();
});

afterAll(async () => {
  const gone = once(own, 'exit');
  own.kill('SIGTERM');
  await gone;
  await rm(folder, { recursive: true, force: true });
});

const local = (method: string, path: string, body?: object) =>
  fetch(`${stage().base_url}/__local/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

const fault = (target: string, mode: string, rate = 1) => local('POST', 'faults', { target, mode, rate });
const minutesPass = (minutes: number) => local('POST', 'clock', { advance_ms: minutes * 60_000 });
/** If time passes while a worker holds a mail, no one knows how it ended. */
const settle = async () => expect((await local('POST', 'idle?timeout_ms=60000')).status).toBe(200);

afterEach(() => local('DELETE', 'faults'));

interface Told {
  address: string;
  annotation: string;
}

/** Resolves as many notes of as many people. */
const resolveNotes = () =>
  Promise.all(
    Array.from({ length: NOTES }, async (): Promise<Told> => {
      const address = `p-${newId().toLowerCase()}@example.com`;
      const { id } = await ws.note(site, { email: address });
      const answer = await call('POST', evidencePath(id), { as: ws.owner, body: { explanation: 'Done.' } });
      expect(answer.status).toBe(200);
      return { address, annotation: id };
    }),
  );

const mailsTo = async ({ address }: Told): Promise<number> =>
  ((await (await local('GET', `mail?to=${encodeURIComponent(address)}`)).json()) as unknown[]).length;

const statusOf = async ({ annotation }: Told): Promise<string> =>
  (await call('GET', evidencePath(annotation), { as: ws.owner })).body[0]?.notification_status;

const expectToldOnce = async (all: readonly Told[]) => {
  for (let minutes = 0; minutes < 30; minutes += 3) {
    await settle();
    if ((await Promise.all(all.map(statusOf))).every((status) => status === 'sent')) break;
    await minutesPass(3);
  }
  await minutesPass(10);
  await settle();
  expect(await Promise.all(all.map(statusOf))).toEqual(all.map(() => 'sent'));
  expect(await Promise.all(all.map(mailsTo))).toEqual(all.map(() => 1));
};

describe('notifying each submitter once', () => {
  test('each submitter is notified once after the mail service was down for a quarter of an hour', async () => {
    await fault('mail', 'outage');
    const told = await resolveNotes();
    for (let times = 0; times < 5; times += 1) {
      await settle();
      await minutesPass(3);
    }
    expect(await Promise.all(told.map(mailsTo))).toEqual(told.map(() => 0));
    await local('DELETE', 'faults');
    await expectToldOnce(told);
  });

  test('each submitter is notified once after the queues were down for a quarter of an hour', async () => {
    await fault('queue', 'outage');
    const told = await resolveNotes();
    for (let times = 0; times < 5; times += 1) await minutesPass(3);
    expect(await Promise.all(told.map(statusOf))).toEqual(told.map(() => 'pending'));
    await local('DELETE', 'faults');
    await expectToldOnce(told);
  });

  test('each submitter is notified once while mails are throttled, and queues and table fail in part', async () => {
    await fault('mail', 'throttling', 0.5);
    await fault('queue', 'partial', 0.3);
    await fault('queue', 'timeout_after', 0.1);
    await fault('table', 'throttling', 0.05);
    await fault('table', 'conflict', 0.05);
    const told = await resolveNotes();
    await expectToldOnce(told);
  });
});

test('if the response of the mail service is lost, no one is notified twice, and the status is failed', async () => {
  await fault('mail', 'timeout_after');
  const told = await resolveNotes();
  await settle();
  await local('DELETE', 'faults');
  for (let times = 0; times < 3; times += 1) {
    await minutesPass(5);
    await settle();
  }
  expect(await Promise.all(told.map(statusOf))).toEqual(told.map(() => 'failed'));
  // A connection that is cut can take a request with it that never arrived: no one can know, so no one is notified again.
  const mails = await Promise.all(told.map(mailsTo));
  expect(Math.max(...mails)).toBe(1);
});

test('a poison message is the only dead letter, and each submitter is notified once', async () => {
  const sqs = new SQSClient({});
  const queue = process.env.MAIL_QUEUE_URL ?? '';
  const poison = `{"job":"send-mail","pk":"${newId()}"}`;
  const [told] = await Promise.all([
    resolveNotes(),
    sqs.send(new SendMessageCommand({ QueueUrl: queue, MessageBody: poison })),
  ]);
  await expectToldOnce(told);
  const dead: string[] = [];
  await until(async () => {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: `${queue}-dead`, MaxNumberOfMessages: 10, VisibilityTimeout: 600 }),
    );
    dead.push(...Messages.map(({ Body }) => Body ?? ''));
    return Messages.length === 0 && dead.includes(poison);
  }, 'the dead letter');
  expect(dead.filter((body) => body === poison)).toHaveLength(1);
  sqs.destroy();
});

describe('notifying each member of a new note once, by mail and in the list', () => {
  const team = async () => {
    const member = await ws.member();
    // Its account has the verified address from its first request on.
    await call('GET', '/api/v1/sites', { as: { credential: member.credential } });
    const path = `/api/workspaces/${ws.id}`;
    await call('PATCH', `${path}/notification-settings`, { as: member, body: { ways: { new_note: 'mail' } } });
    const listed = async () =>
      ((await call('GET', `${path}/notifications?limit=50`, { as: member })).body.items as { annotation_id: string }[])
        .map(({ annotation_id }) => annotation_id)
        .toSorted();
    const mails = async () =>
      (await (await local('GET', `mail?to=${encodeURIComponent(member.email)}`)).json()) as { text: string }[];
    return { listed, mails };
  };

  const expectOnce = async ({ listed, mails }: Awaited<ReturnType<typeof team>>, notes: readonly string[]) => {
    for (let minutes = 0; minutes < 30; minutes += 3) {
      await settle();
      if ((await mails()).length >= notes.length) break;
      await minutesPass(3);
    }
    await minutesPass(10);
    await settle();
    expect(await listed()).toEqual(notes.toSorted());
    const texts = (await mails()).map(({ text }) => text);
    expect(notes.map((id) => texts.filter((text) => text.includes(id)).length)).toEqual(notes.map(() => 1));
  };

  const leaveNotes = async () =>
    (await Promise.all(Array.from({ length: NOTES }, () => ws.note(site)))).map(({ id }) => id);

  test('each member is notified once while mails are throttled, and queues and table fail in part', async () => {
    const member = await team();
    await fault('mail', 'throttling', 0.5);
    await fault('queue', 'partial', 0.3);
    await fault('queue', 'timeout_after', 0.1);
    await fault('table', 'throttling', 0.05);
    await fault('table', 'conflict', 0.05);
    await expectOnce(member, await leaveNotes());
  });

  test('each member is notified once after the queues were down for a quarter of an hour', async () => {
    const member = await team();
    await fault('queue', 'outage');
    const notes = await leaveNotes();
    for (let times = 0; times < 5; times += 1) await minutesPass(3);
    expect(await member.mails()).toEqual([]);
    await local('DELETE', 'faults');
    await expectOnce(member, notes);
  });

  test('a member who wants no immediate mail gets one digest of the day', async () => {
    const member = await ws.member();
    await call('GET', '/api/v1/sites', { as: { credential: member.credential } });
    await Promise.all(Array.from({ length: 3 }, () => ws.note(site, { body: 'For the digest' })));
    await settle();
    const mails = async () =>
      (await (await local('GET', `mail?to=${encodeURIComponent(member.email)}`)).json()) as {
        subject: string;
        text: string;
      }[];
    expect(await mails()).toEqual([]);
    await minutesPass(25 * 60);
    await settle();
    await minutesPass(5);
    await settle();
    const [digest, ...more] = await mails();
    expect(more).toEqual([]);
    expect(digest?.subject).toMatch(/^3 updates in /);
    expect(digest?.text.match(/> For the digest/g)).toHaveLength(3);
    await minutesPass(25 * 60);
    await settle();
    expect(await mails()).toHaveLength(1);
  });
});
