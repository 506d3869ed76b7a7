import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { heavyPackages } from '../../bench/bundle-budgets.ts';
import { heavyIn } from '../../bench/bundles.ts';
import { areas } from '../../functions/areas.ts';
import { REFUSALS } from '../../functions/codes/refusals.ts';
import { inWords } from '../../functions/codes/sentence.ts';
import { bundleLambda, lambdaEntries, partsOf, RENDERER_ENTRY, writeBundle } from '../../lib/build/bundling.ts';

const PERSONAS_RUN = 'functions/workers/run-persona.ts';
const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

const SETTINGS = {
  TABLE_NAME: 'records',
  SCRATCH_TABLE_NAME: 'scratch',
  EVIDENCE_BUCKET: 'evidence',
  BASE_URL: 'https://sidenote.example',
  SERVER_KEYS: `k1:${'A'.repeat(64)}`,
  ORIGIN_SECRETS: 'open-sesame',
  ISSUER: 'https://issuer.example',
  CLIENT_ID: 'client',
  MAIL_FROM: 'notes@sidenote.example',
  NOTIFY_QUEUE_URL: 'http://queue/notify',
  MAIL_QUEUE_URL: 'http://queue/mail',
  PURGE_QUEUE_URL: 'http://queue/purge',
  EXTRACT_QUEUE_URL: 'http://queue/extract',
  RENDER_QUEUE_URL: 'http://queue/render',
  RUN_QUEUE_URL: 'http://queue/run',
  REFIT_QUEUE_URL: 'http://queue/refit',
  WEBHOOK_QUEUE_URL: 'http://queue/webhook',
  ERASE_QUEUE_URL: 'http://queue/erase',
  EXPORT_QUEUE_URL: 'http://queue/export',
  USER_POOL_ID: 'pool',
  FETCHER_FUNCTION: 'fetcher',
  RENDERER_FUNCTION: 'renderer',
};
const LAMBDA = {
  ...SETTINGS,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'session',
};

const node = async (args: string[], environment: Record<string, string> = {}) =>
  (await run(process.execPath, args, { cwd: root, env: { ...LAMBDA, ...environment } })).stdout.trim();

const S3 = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const canceled = {
  __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
  Message: 'Transaction cancelled',
  CancellationReasons: [{ Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' }],
};
const refused = { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException', message: 'Refused' };
const throttled = {
  __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  message: 'Slow',
};
const row = { pk: { S: 'a' }, sk: { S: 'b' }, sites: { SS: ['x', 'y'] }, due_at: { N: '12' } };

/** The services' answers, by request. */
const answers: [RegExp, number, string | object][] = [
  [/TransactWriteItems/, 400, canceled],
  [/DynamoDB_20120810.PutItem/, 400, refused],
  [/DynamoDB_20120810.DeleteItem/, 400, throttled],
  [/DynamoDB_20120810.GetItem/, 200, { Item: row }],
  [/DynamoDB_20120810.Query/, 200, { Items: [row], Count: 1, LastEvaluatedKey: { pk: { S: 'a' } } }],
  [/SendMessageBatch/, 200, { Successful: [], Failed: [{ Id: '0', SenderFault: false, Code: 'Busy' }] }],
  [
    /SendRawEmail/,
    400,
    '<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>Sender</Type><Code>MessageRejected</Code><Message>No.</Message></Error><RequestId>r</RequestId></ErrorResponse>',
  ],
  [/^GET .*absent/, 404, `<Error><Code>NoSuchKey</Code><Message>Not there.</Message><Key>absent</Key></Error>`],
  [
    /^GET .*list-type=2/,
    200,
    `<ListBucketResult ${S3}><Name>evidence</Name><KeyCount>1</KeyCount><IsTruncated>false</IsTruncated><Contents><Key>kept/ä.png</Key><Size>5</Size></Contents></ListBucketResult>`,
  ],
  [/^POST .*delete/, 200, `<DeleteResult ${S3}><Error><Key>kept/ä.png</Key><Code>Denied</Code></Error></DeleteResult>`],
  [/^GET /, 200, 'bytes'],
  [/^PUT /, 200, ''],
];

const CHANGING = /^(authorization|x-amz-date|amz-sdk-|user-agent|x-amz-user-agent|host|connection)/;

const textOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Every service behind one address; it keeps what it was asked, less what changes with time. */
const startServices = async () => {
  let asked: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const target = `${request.method} ${request.url} ${request.headers['x-amz-target'] ?? body}`;
    const headers = Object.entries(request.headers).filter(([name]) => !CHANGING.test(name));
    asked.push({ method: request.method, url: request.url, headers: Object.fromEntries(headers), body });
    const [, status = 500, answer = ''] = answers.find(([pattern]) => pattern.test(target)) ?? [];
    const isJson = typeof answer !== 'string';
    response.writeHead(status, { 'content-type': isJson ? 'application/x-amz-json-1.0' : 'application/xml' });
    response.end(isJson ? JSON.stringify(answer) : answer);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const all = asked;
      asked = [];
      return all;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export const bundleRules = (): void => {
  const folders = new Map<string, string>();

  beforeAll(async () => {
    const entries = lambdaEntries(areas);
    const texts = await Promise.all(entries.map(bundleLambda));
    for (const [index, entry] of entries.entries()) {
      const files = entry.includes('discovery') ? ['functions/discovery/static'] : [];
      folders.set(entry, writeBundle(texts[index] ?? '', files));
    }
  }, 60_000);

  describe('a bundle', () => {
    test('starts with only its settings and exports a handler', async () => {
      const script = `for (const folder of process.argv.slice(1)) console.log(typeof require(folder).handler)`;
      const said = await node(['-e', script, ...folders.values()]);
      expect(said.split('\n')).toEqual([...folders.keys()].map(() => 'function'));
    });

    test('is ready in Lambda if the table is unreachable, awaited or not', async () => {
      const areasAndMcp = [...folders].filter(([entry]) => /^functions\/[\w-]+\/index\.ts$/.test(entry));
      const script = `
        const bundles = process.argv.slice(1).map((folder) => require(folder));
        const types = bundles.map(({ handler }) => typeof handler);
        Promise.all(bundles).then((awaited) => {
          types.push(...awaited.map(({ handler }) => typeof handler));
          console.log(JSON.stringify({ types: [...new Set(types)], count: types.length }));
          process.exit();
        });`;
      const unreachable = { AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand', AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };
      const said = JSON.parse(await node(['-e', script, ...areasAndMcp.map(([, folder]) => folder)], unreachable));
      expect(said).toMatchObject({ types: ['function'], count: 2 * areasAndMcp.length });
      expect(areasAndMcp.length).toBe(areas.length + 2);
    });

    test('contains file parsers, the page fetcher or the model client only if it uses them', () => {
      const heavy = [...folders.keys()].flatMap((entry) => heavyIn(entry).map((name) => `${entry} bundles ${name}`));
      expect(heavy).toEqual([]);
      const heavyOf = (entry: string) =>
        heavyPackages.filter((name) => partsOf(entry).some((path) => path.includes(`/${name}/`)));
      expect(heavyOf(PERSONAS_RUN)).toEqual(['openai', '@aws-sdk/client-bedrock-runtime']);
      // Pages it reads, but no files.
      expect(heavyOf('functions/demo/index.ts')).toEqual([
        'linkedom',
        '@mozilla/readability',
        'marked',
        'openai',
        '@aws-sdk/client-bedrock-runtime',
        '@aws-sdk/client-lambda',
      ]);
    });

    test('loads nothing of the browser unless it is the renderer', () => {
      const own = /\/playwright-core\/|functions\/browser\/(job|visit|tab|proxy|chromium|traffic)\b/;
      const loading = [...folders.keys()].filter((entry) => partsOf(entry).some((path) => own.test(path)));
      expect(loading).toEqual([RENDERER_ENTRY]);
      const naming = [...folders].filter(([, folder]) =>
        readFileSync(join(folder, 'index.js'), 'utf8').includes('playwright-core'),
      );
      expect(naming.map(([entry]) => entry)).toEqual([RENDERER_ENTRY]);
    });

    test('wraps its handler in Middy for every kind of invocation', () => {
      const bare = [...folders.keys()].filter(
        (entry) => !partsOf(entry).some((path) => path.includes('/@middy/core/')),
      );
      expect(bare).toEqual([]);
    });

    test('finds the files shipped with it', async () => {
      const event = {
        routeKey: 'GET /llms.txt',
        headers: { 'x-origin-secret': 'open-sesame' },
        rawPath: '/llms.txt',
        requestContext: { requestId: 'r1' },
      };
      const folder = folders.get('functions/discovery/index.ts') ?? '';
      const script = `require(process.argv[1]).handler(${JSON.stringify(event)}).then(({ statusCode, body }) => console.log(JSON.stringify({ statusCode, body })))`;
      const said = (await node(['-e', script, folder])).split('\n').at(-1) ?? '';
      expect(JSON.parse(said)).toEqual({ statusCode: 200, body: expect.stringContaining('https://sidenote.example') });
    });

    test('finds the sentences of its refusals', async () => {
      const event = {
        routeKey: 'GET /api/widget/sites',
        headers: { 'x-origin-secret': 'open-sesame' },
        rawPath: '/api/widget/sites',
        requestContext: { requestId: 'r1' },
      };
      const script = `require(process.argv[1]).handler(${JSON.stringify(event)}).then((answer) => console.log(JSON.stringify(answer)))`;
      const said = await node(['-e', script, folders.get('functions/sites/index.ts') ?? '']);
      const { statusCode, body } = JSON.parse(said.split('\n').at(-1) ?? '');
      expect([statusCode, JSON.parse(body)]).toEqual([
        401,
        { detail: inWords(REFUSALS.credential_missing), code: 'credential_missing' },
      ]);
    });

    test.each(['functions/workers/extract-review.ts', 'functions/demo/index.ts'])(
      '%s parses in a worker thread, from the single deployed file',
      async (entry) => {
        const script = `
        const { Worker } = require('node:worker_threads');
        const source = { kind: 'pasted', text: '# Lamps\\n\\nThey last.' };
        const thread = new Worker(process.argv[1], { workerData: { task: 'extract', source }, env: {} });
        thread.on('message', (outcome) => { console.log(JSON.stringify(outcome)); process.exit(); });`;
        const said = await node(['-e', script, join(folders.get(entry) ?? '', 'index.js')]);
        expect(JSON.parse(said)).toMatchObject({ extracted: { reading: { text: 'Lamps\n\nThey last.' } } });
      },
    );

    test('the bundle of unknown paths answers 404 with a detail, and 403 to requests that bypassed the edge', async () => {
      const folder = folders.get('functions/not-found/index.ts') ?? '';
      const answer = async (headers: Record<string, string>) => {
        const script = `require(process.argv[1]).handler(${JSON.stringify({ routeKey: '$default', headers, requestContext: { requestId: 'r1' } })}).then((answer) => console.log(JSON.stringify(answer)))`;
        return JSON.parse((await node(['-e', script, folder])).split('\n').at(-1) ?? '');
      };
      const known = await answer({ 'x-origin-secret': 'open-sesame' });
      expect([known.statusCode, JSON.parse(known.body)]).toEqual([
        404,
        { detail: expect.any(String), code: 'no_such_route' },
      ]);
      expect((await answer({ 'x-origin-secret': 'guess' })).statusCode).toBe(403);
      expect((await answer({})).statusCode).toBe(403);
    });
  });

  describe('the replacements of the bundler', () => {
    let services: Awaited<ReturnType<typeof startServices>>;
    beforeAll(async () => {
      services = await startServices();
    });
    afterAll(() => services.close());

    test('change nothing that the clients send or read', async () => {
      const there = { AWS_ENDPOINT_URL: services.url };
      const probe = 'test/stack/clients-probe.ts';
      const read = await node([probe], there);
      const sent = services.take();
      expect(sent).toHaveLength(12);
      expect(JSON.parse(read)).toHaveLength(12);

      const folder = writeBundle(await bundleLambda(probe));
      expect(await node([join(folder, 'index.js')], there)).toBe(read);
      expect(services.take()).toEqual(sent);
    });
  });
};
