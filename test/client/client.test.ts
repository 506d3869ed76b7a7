import { beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { ApiError, type Client, createClient, every } from '../../web/client/index.ts';
import { newWorkspace, stage, type Workspace } from '../driver.ts';

const baseUrl = process.env.TEST_BASE_URL ?? stage().base_url;

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let bot: Client;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
  bot = createClient({ baseUrl, credential: (await ws.token('MEMBER')).credential });
});

const thrown = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('against the service', () => {
  test('a bot walks the loop from a note to a resolved one, typed all the way', async () => {
    const note = await ws.note(site);
    const { items } = await bot.listAnnotations({ site_id: site.id, query: { status: 'pending' } });
    expect(items.map(({ id }) => id)).toContain(note.id);
    await bot.createReply({ annotation_id: note.id, body: { body: 'On it.' } });
    await bot.createResolution({ annotation_id: note.id, body: { explanation: 'Fixed.' } });
    const done = await bot.patchAnnotation({ annotation_id: note.id, body: { status: 'resolved', summary: 'Fixed' } });
    expect(done).toMatchObject({ status: 'resolved', summary: 'Fixed' });
    expect(done.replies[0]).toMatchObject({ author: 'agent', body: 'On it.' });
  });

  test('answers in text are returned as text', async () => {
    const note = await ws.note(site);
    expect(await bot.annotationMarkdown({ annotation_id: note.id })).toContain('The button does nothing');
  });

  test('every() yields all items of a list, whatever the page size', async () => {
    const fresh = await ws.site();
    const notes = [await ws.note(fresh), await ws.note(fresh), await ws.note(fresh)];
    const found: string[] = [];
    for await (const { id } of every(bot.listAnnotations, { site_id: fresh.id, query: { limit: 1 } })) found.push(id);
    expect(found).toEqual(notes.map(({ id }) => id).reverse());
  });

  test('a session names its workspace', async () => {
    const { credential } = ws.owner;
    const dashboard = createClient({ baseUrl, credential: () => credential, workspaceId: ws.id });
    expect((await dashboard.getSiteSecrets({ site_id: site.id })).widget_token).toBe(site.widget_token);
  });

  test('a refusal carries status, detail and the request id', async () => {
    const error = await thrown(bot.getSite({ site_id: 'nowhere' }, { requestId: 'ci-42' }));
    expect(error).toMatchObject({ status: 404, code: 'not_found', requestId: 'ci-42' });
    expect(error.detail).toMatch(/Not found/);
    expect(error.message).toBe(error.detail);
  });

  test('a misfit lists its places, and says them in the message', async () => {
    // @ts-expect-error the contract asks for a body
    const error = await thrown(bot.createReply({ annotation_id: (await ws.note(site)).id, body: {} }));
    expect(error.status).toBe(422);
    expect(error.detail).toEqual([expect.objectContaining({ loc: ['body', 'body'], code: expect.any(String) })]);
    expect(error.message).toContain('body.body');
  });

  test('a creation with an Idempotency-Key can be repeated', async () => {
    const owner = createClient({ baseUrl, credential: ws.owner.credential, workspaceId: ws.id });
    const input = { ws_id: ws.id, body: { name: 'bot' } };
    const [first, second] = [
      await owner.createApiToken(input, { idempotencyKey: 'deploy-1' }),
      await owner.createApiToken(input, { idempotencyKey: 'deploy-1' }),
    ];
    expect(second.token).toBe(first.token);
  });
});

/** A scripted service: one given answer per call. It remembers requests. */
const scripted = (...answers: (Response | Error)[]) => {
  const sent: { url: string; headers: Record<string, string> }[] = [];
  const fake = async (url: unknown, init?: RequestInit) => {
    sent.push({ url: String(url), headers: (init?.headers ?? {}) as Record<string, string> });
    const next = answers.shift();
    if (!next) throw new Error('The client called more often than the test allows.');
    if (next instanceof Error) throw next;
    return next;
  };
  return { sent, fetch: fake as typeof fetch };
};
const busy = (seconds: string) =>
  Response.json(
    { detail: 'Slow down.', reason: 'ip_rate_limit' },
    { status: 429, headers: { 'retry-after': seconds } },
  );
const page = () => Response.json({ items: [], next_cursor: null });

test('a file comes as bytes, whatever its type', async () => {
  const text = new Response('a;b', { headers: { 'content-type': 'text/csv' } });
  const { fetch } = scripted(text, Response.json({ a: 1 }));
  const client = createClient({ baseUrl, fetch });
  const [csv, json] = [await client.getFile({ signed: 'k1.x' }), await client.getFile({ signed: 'k1.y' })];
  expect([await csv.text(), await json.text()]).toEqual(['a;b', '{"a":1}']);
});

describe('on a bad day', () => {
  test('a 429 is not tried again unless asked for', async () => {
    const { fetch, sent } = scripted(busy('0'));
    const error = await thrown(createClient({ baseUrl, fetch }).listSites());
    expect(error).toMatchObject({ status: 429, reason: 'ip_rate_limit', retryAfterSeconds: 0 });
    expect(sent).toHaveLength(1);
  });

  test('a client with retries waits as told and goes on under one Idempotency-Key', async () => {
    const { fetch, sent } = scripted(new TypeError('network'), busy('0'), Response.json({ id: 'x' }));
    const client = createClient({ baseUrl, fetch, retries: 3 });
    await client.createSite({ body: { name: 'a', url: 'https://a.example' } });
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
  });

  test('each try asks for the credential, which may have been renewed', async () => {
    const { fetch, sent } = scripted(busy('0'), page());
    const tokens = ['old', 'new'];
    await createClient({ baseUrl, fetch, retries: 1, credential: () => tokens.shift()! }).listSites();
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  test('a wait longer than allowed ends the call', async () => {
    const { fetch, sent } = scripted(busy('61'));
    await thrown(createClient({ baseUrl, fetch, retries: 3 }).listSites());
    expect(sent).toHaveLength(1);
  });

  test.each([400, 401, 403, 404, 409, 410, 422, 500])('a %i is never tried again', async (status) => {
    const { fetch, sent } = scripted(Response.json({ detail: 'No.' }, { status }));
    await thrown(createClient({ baseUrl, fetch, retries: 3 }).listSites());
    expect(sent).toHaveLength(1);
  });

  test('a deletion whose answer was lost is reported as done when its repeat finds nothing', async () => {
    const gone = () => Response.json({ detail: 'Not found.', code: 'not_found' }, { status: 404 });
    const unavailable = () => new Response('', { status: 503, headers: { 'retry-after': '0' } });
    const deleted = { id: 't1', deleted: true };
    for (const lost of [new TypeError('network'), unavailable()]) {
      const { fetch } = scripted(lost, busy('0'), gone());
      const client = createClient({ baseUrl, fetch, retries: 2 });
      expect(await client.revokeApiToken({ ws_id: 'w', token_id: 't1' })).toEqual(deleted);
    }
    const first = scripted(busy('0'), gone());
    const refused = createClient({ baseUrl, fetch: first.fetch, retries: 2 });
    expect(await thrown(refused.revokeApiToken({ ws_id: 'w', token_id: 't1' }))).toMatchObject({ status: 404 });
    const other = createClient({ baseUrl, fetch: scripted(unavailable(), gone()).fetch, retries: 2 });
    const release = other.releaseAnnotation({ annotation_id: 'a', query: { agent: 'x' } });
    expect(await thrown(release)).toMatchObject({ status: 404 });
  });

  test('a workspace whose deletion was repeated is reported as deleted, and nothing else in it', async () => {
    const refusal = () => Response.json({ detail: 'Deleted.', code: 'workspace_deleted' }, { status: 403 });
    const client = () => {
      const { fetch } = scripted(new TypeError('network'), refusal());
      return createClient({ baseUrl, fetch, retries: 1 });
    };
    expect(await client().deleteWorkspace({ ws_id: 'w' })).toEqual({ id: 'w', deleted: true });
    const token = client().revokeApiToken({ ws_id: 'w', token_id: 't1' });
    expect(await thrown(token)).toMatchObject({ code: 'workspace_deleted' });
  });

  test('an aborted call stops waiting', async () => {
    const { fetch } = scripted(busy('30'), page());
    const stop = new AbortController();
    const work = createClient({ baseUrl, fetch, retries: 1 }).listSites({}, { signal: stop.signal });
    setImmediate(() => stop.abort(new Error('enough')));
    await expect(work).rejects.toThrow('enough');
  });

  test("a proxy's page is an error like any other", async () => {
    const { fetch } = scripted(
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
    );
    expect((await thrown(createClient({ baseUrl, fetch }).listSites())).message).toBe('The service answered 502.');
  });

  test('a path variable cannot leave its segment, and an empty one is refused before anything is sent', async () => {
    const { fetch, sent } = scripted(Response.json({}));
    const client = createClient({ baseUrl: 'https://notes.example.com/', fetch });
    await client.getSite({ site_id: '../../admin?x=1' });
    expect(sent[0]?.url).toBe('https://notes.example.com/api/v1/sites/..%2F..%2Fadmin%3Fx%3D1');
    await expect(client.getSite({ site_id: '' })).rejects.toThrow('site_id is missing.');
  });
});

test('a bundle of the client carries paths, no schemas and no handlers', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['web/client/index.ts'],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
  });
  expect(Object.keys(metafile.inputs).filter((path) => !path.startsWith('web/client/'))).toEqual([]);
  expect(outputFiles[0]!.contents.length).toBeLessThan(14_500);
});
