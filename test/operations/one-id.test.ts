import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { until } from '../workers/until.ts';
import { type OwnStage, startOwnStage } from './own-stage.ts';

let own: OwnStage;

beforeAll(async () => {
  own = await startOwnStage();
}, 60_000);

afterAll(() => own?.stop());

type Line = Record<string, string | number>;

const lines = async (): Promise<Line[]> => {
  return (await own.readLog()).split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
};

const send = async (path: string, credential: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${own.stage.base_url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return { id: ((await answer.json()) as { id: string }).id, request_id: answer.headers.get('x-request-id')! };
};

const mailTo = async (address: string) => {
  const answer = await fetch(`${own.stage.mail_url}?to=${encodeURIComponent(address)}`);
  const [mail] = (await answer.json()) as { headers: { name: string; value: string }[] }[];
  return mail;
};

const resolvedNote = async (headers: Record<string, string>) => {
  const email = `n-${newId().toLowerCase()}@example.com`;
  const page = { url: own.stage.widget_page };
  const note = await send(
    '/api/widget/annotations',
    own.stage.widget_token!,
    {
      body: 'The button does nothing',
      email,
      context: { page, anchor: { kind: 'page' } },
    },
    { origin: own.stage.base_url! },
  );
  const path = `/api/v1/annotations/${note.id}/resolutions`;
  const { request_id } = await send(path, own.stage.api_token!, { explanation: 'Done.' }, headers);
  const mail = await until(() => mailTo(email), 'the mail');
  return { request_id, mail };
};

describe('the id of a request', () => {
  test.each([
    ['is the one CloudFront logs unless the caller sends one', {}],
    ["is the caller's, next to the one CloudFront logs", { 'x-request-id': 'build-7/step:2' }],
  ])('%s, and connects the access log to the email', async (_, headers) => {
    const { request_id, mail } = await resolvedNote(headers);
    expect(request_id).toMatch('x-request-id' in headers ? /^build-7\/step:2$/ : /^[\w-]{51}==$/);

    const found = await until(async () => {
      const all = await lines();
      const workers = all.filter((line) => line.request_id === request_id && line.job !== undefined);
      const jobs = workers.map(({ job }) => job);
      return ['notify-submitter', 'send-mail'].every((job) => jobs.includes(job)) && { all };
    }, 'the lines of the workers');
    const [served, ...more] = found.all.filter(({ id }) => id === request_id);
    expect(more).toEqual([]);
    expect(served).toMatchObject({ route: 'POST /api/v1/annotations/{annotation_id}/resolutions', status: 200 });
    if ('x-request-id' in headers) expect(served!.edge).toMatch(/^[\w-]{51}==$/);
    else expect(served).not.toHaveProperty('edge');
    const access = found.all.filter((line) => line.request_id === served!.gateway);
    expect(access).toMatchObject([{ route: served!.route, status: '200', lambda_id: expect.any(String) }]);
    expect(mail.headers).toContainEqual({ name: 'x-sidenote-request-id', value: request_id });
  });

  test('keeps every line within 500 bytes', async () => {
    await resolvedNote({ 'x-request-id': 'x'.repeat(128) });
    for (const line of (await own.readLog()).split('\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(500);
  });
});
