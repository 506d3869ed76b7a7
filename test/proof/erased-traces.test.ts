import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, MINUTE } from '../../functions/kit/clock.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { COUNT_DEAD, DISPATCH_DEAD, queues } from '../../lib/local/queues.ts';
import { holding, someone } from '../data/person.ts';
import { call, table } from '../driver.ts';
import { type OwnStage, startOwnStage } from '../operations/own-stage.ts';
import { until } from '../workers/until.ts';

let own: OwnStage;
let seen: DatabaseSync;

const local = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${own.stage.base_url}/__local/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

beforeAll(async () => {
  own = await startOwnStage();
  Object.assign(process.env, await local('GET', 'env'), {
    SIDENOTE_STAGE: JSON.stringify(own.stage),
    TEST_BASE_URL: own.stage.base_url,
  });
  // Keeps a copy of each message, whichever queue it enters and however soon it leaves.
  seen = new DatabaseSync(join(own.kept, 'queues/fauxqs.db'));
  seen.exec(`CREATE TABLE seen (queue TEXT, body TEXT);
    CREATE TRIGGER copy AFTER INSERT ON sqs_messages BEGIN
      INSERT INTO seen VALUES (NEW.queue_name, NEW.body || COALESCE(NEW.message_attributes, '')); END`);
});

afterAll(async () => {
  seen?.close();
  await own?.stop();
});

const fault = (target: string, mode: string) => local('POST', 'faults', { target, mode, rate: 1 });
const mend = () => local('DELETE', 'faults');
const messages = () => seen.prepare('SELECT queue, body FROM seen').all() as { queue: string; body: string }[];
const deadJobs = (name: string) => messages().filter(({ queue }) => queue === `${name}-dead`).length;

/** The messages that a consumer of each queue, dead letters included, would get now. */
const waiting = async () => {
  const client = new SQSClient({});
  const base = String(process.env.ERASE_QUEUE_URL).replace(/[^/]+$/, '');
  const names = [...queues.map(({ name }) => name), DISPATCH_DEAD, COUNT_DEAD].flatMap((name) => [
    name,
    `${name}-dead`,
  ]);
  const found = await Promise.all(
    names.map(async (name) => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: `${base}${name}`, MaxNumberOfMessages: 10, VisibilityTimeout: 1 }),
      );
      return Messages.map(({ Body }) => `${name} ${Body}`);
    }),
  );
  client.destroy();
  return found.flat();
};

const claimsOf = (token: string): Record<string, string> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('an account that is erased', () => {
  test('leaves no trace in rows, objects, queues, dead letters or logs, even if mail and storage failed meanwhile', async () => {
    await fault('mail', 'rejected');
    const one = await someone();
    await until(async () => /Email address is not verified/.test(own.readErrors()), 'a refused mail');
    await local('POST', 'idle');
    await mend();

    await fault('mail', 'outage');
    const resolution = await call('POST', `/api/v1/annotations/${one.note.id}/resolutions`, {
      as: one.elsewhere.owner,
      body: { explanation: 'Done.' },
    });
    expect(resolution.status).toBe(200);
    await call('GET', `/api/v1/sites?email=${one.email}`, { as: one });
    await call('GET', `/nothing/${one.email}`, { as: one });
    await call('POST', '/api/access-requests', { body: `{"email":"${one.email}",` });
    await until(async () => deadJobs('sidenote-send-mail') > 0, 'a dead mail');
    await mend();

    await fault('storage', 'outage');
    expect((await call('DELETE', '/api/me', { as: one })).status).toBe(200);
    await until(async () => deadJobs('sidenote-erase-person') > 0, 'a dead erasure');
    await mend();
    await until(async () => {
      await local('POST', 'clock', { advance_ms: 10 * MINUTE });
      await local('POST', 'idle');
      const row = await table().get(keys.user(one.user_id));
      return (
        row !== undefined && row.job === undefined && (await table().get(keys.workspace(one.personal))) === undefined
      );
    }, 'the erasure');
    await local('POST', 'clock', { advance_ms: DAY });
    await local('POST', 'idle');

    const [name = '', email = '', hash = ''] = one.words;
    const { sub = '', 'cognito:username': username = sub } = claimsOf(one.credential);
    expect([sub, hash].every((word) => word.length > 20)).toBe(true);
    const words = [name, email, hash, sub, username].filter((word) => word !== one.user_id);
    const has = (text: string, wanted: readonly string[]) =>
      wanted.some((word) => text.toLowerCase().includes(word.toLowerCase()));
    expect(await holding(one.words)).toEqual([]);

    const passed = messages();
    const kinds = new Set(passed.flatMap(({ body }) => /"job":"([a-z-]+)"/.exec(body)?.[1] ?? []));
    expect([...kinds]).toEqual(expect.arrayContaining(['notify-submitter', 'send-mail', 'erase-person', 'purge']));
    expect(passed.filter(({ body }) => has(body, words))).toEqual([]);
    const dead = await waiting();
    expect(dead.length).toBeGreaterThan(1);
    expect(dead.filter((message) => has(message, words))).toEqual([]);

    const lines = `${await own.readLog()}\n${own.readErrors()}`.split('\n');
    expect(lines.length).toBeGreaterThan(30);
    for (const what of [/"job":"erase-person"/, /not verified/, /"level":"warn"/, /DELETE \/api\/me/]) {
      expect(lines.some((line) => what.test(line))).toBe(true);
    }
    expect(lines.filter((line) => has(line, words))).toEqual([]);
  });
});
