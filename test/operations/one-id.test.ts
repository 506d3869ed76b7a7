import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { until } from '../workers/until.ts';

let own: ChildProcess;
let folder: string;
let stage: Record<string, string>;

/** A stage with its log, which the shared ones drop. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-one-id-'));
  const state = join(folder, 'stage.json');
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_') && name !== 'LOG_LEVEL'),
  );
  own = spawn(process.execPath, ['bin/local.ts', '--port', '0', '--state', state, '--folder', join(folder, 'kept')], {
    stdio: 'ignore',
    env,
  });
  stage = JSON.parse(await until(() => readFile(state, 'utf8').catch(() => undefined), 'the stage'));
}, 60_000);

afterAll(async () => {
  if (own.exitCode === null) {
    const gone = once(own, 'exit');
    own.kill('SIGTERM');
    await gone;
  }
  await rm(folder, { recursive: true, force: true });
});

type Line = Record<string, string | number>;

const lines = async (): Promise<Line[]> => {
  const text = await readFile(join(folder, 'kept/lambda.log'), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
};

const send = async (path: string, credential: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${stage.base_url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return { id: ((await answer.json()) as { id: string }).id, request_id: answer.headers.get('x-request-id')! };
};

const mailTo = async (address: string) => {
  const answer = await fetch(`${stage.mail_url}?to=${encodeURIComponent(address)}`);
  const [mail] = (await answer.json()) as { headers: { name: string; value: string }[] }[];
  return mail;
};

const resolvedNote = async (headers: Record<string, string>) => {
  const email = `n-${newId().toLowerCase()}@example.com`;
  const page = { url: stage.widget_page };
  const note = await send(
    '/api/widget/annotations',
    stage.widget_token!,
    {
      body: 'The button does nothing',
      email,
      context: { page, anchor: { kind: 'page' } },
    },
    { origin: stage.base_url! },
  );
  const path = `/api/v1/annotations/${note.id}/resolutions`;
  const { request_id } = await send(path, stage.api_token!, { explanation: 'Done.' }, headers);
  const mail = await until(() => mailTo(email), 'the mail');
  return { request_id, mail };
};

describe('the id of a request', () => {
  test.each([
    ['is the one CloudFront logs unless the caller sends one', {}],
    ["is the caller's, next to the one CloudFront logs", { 'x-request-id': 'build-7/step:2' }],
  ])('%s, and leads from the access log to the mail', async (_, headers) => {
    const { request_id, mail } = await resolvedNote(headers);
    expect(request_id).toMatch('x-request-id' in headers ? /^build-7\/step:2$/ : /^[\w-]{51}==$/);

    const found = await until(async () => {
      const all = await lines();
      const workers = all.filter((line) => line.request_id === request_id && line.job !== undefined);
      return workers.length >= 2 && { all, workers };
    }, 'the lines of the workers');
    const [served, ...more] = found.all.filter(({ id }) => id === request_id);
    expect(more).toEqual([]);
    expect(served).toMatchObject({ route: 'POST /api/v1/annotations/{annotation_id}/resolutions', status: 200 });
    if ('x-request-id' in headers) expect(served!.edge).toMatch(/^[\w-]{51}==$/);
    else expect(served).not.toHaveProperty('edge');
    const access = found.all.filter((line) => line.request_id === served!.gateway);
    expect(access).toMatchObject([{ route: served!.route, status: '200', lambda_id: expect.any(String) }]);
    expect(found.workers.map(({ job }) => job)).toEqual(['notify-submitter', 'send-mail']);
    expect(mail.headers).toContainEqual({ name: 'x-sidenote-request-id', value: request_id });
  });

  test('fills no line beyond 500 bytes', async () => {
    await resolvedNote({ 'x-request-id': 'x'.repeat(128) });
    const text = await readFile(join(folder, 'kept/lambda.log'), 'utf8');
    for (const line of text.split('\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(500);
  });
});
