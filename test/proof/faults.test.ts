import { createServer } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { MINUTE } from '../../functions/kit/clock.ts';
import { attach } from '../../functions/kit/files/attach.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { objects, partitions } from '../../functions/kit/table/keys.ts';
import { fromStored } from '../../functions/kit/table/stored-form.ts';
import { type Item, openTable } from '../../functions/kit/table/table.ts';
import { advance } from '../../lib/local/clock.ts';
import { listen, stop } from '../../lib/local/server.ts';
import { type Answer, type Caller, type CallOptions, call, newWorkspace, type Workspace } from '../driver.ts';
import { faultyTable } from './faulty-table.ts';
import { randomFrom } from './random.ts';

const OPERATIONS = Number(process.env.FAULT_OPERATIONS ?? 5000);
const AT_ONCE = 16;
const PER_MINUTE = 300;

const behind = faultyTable();
const { faults } = behind;

const allRows = async (setting: string): Promise<Item[]> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: behind.upstream }));
  const rows: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: process.env[setting], ExclusiveStartKey, ConsistentRead: true }),
    );
    rows.push(...(page.Items ?? []).map(fromStored));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  client.destroy();
  return rows;
};

interface Noted {
  id: string;
  body: string;
  status: string;
  summary: string;
}

const statuses: Record<number, number> = {};
const unexpected: unknown[] = [];
let calls = 0;
let countedByAddress = 0;

/** Each call is from a different address, so that each window of an address must count one. */
const send = async (method: string, path: string, options: CallOptions = {}): Promise<Answer | undefined> => {
  calls += 1;
  // Dashboard routes count by user alone.
  if (!path.startsWith('/api/workspaces/')) countedByAddress += 1;
  const ip = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
  const answer = await call(method, path, { ...options, ip });
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  if (answer.status !== 200 && answer.status < 500) unexpected.push([method, path, answer.status, answer.text]);
  return answer.status === 200 ? answer : undefined;
};

/** An acknowledged write must exist once; one answered with 5xx may exist once. */
class Ledger {
  readonly acknowledged = new Set<string>();
  readonly unknown = new Set<string>();

  note(name: string, answer: Answer | undefined) {
    (answer ? this.acknowledged : this.unknown).add(name);
  }

  check(found: readonly string[]) {
    expect(found.length).toBe(new Set(found).size);
    expect([...this.acknowledged].filter((name) => !found.includes(name))).toEqual([]);
    const known = new Set([...this.acknowledged, ...this.unknown]);
    expect(found.filter((name) => !known.has(name))).toEqual([]);
  }
}

const ledgers = { notes: new Ledger(), replies: new Ledger(), resolutions: new Ledger(), tokens: new Ledger() };
const notes: Noted[] = [];

const worker = async (
  seed: number,
  ws: Workspace,
  widgets: readonly Caller[],
  agent: Caller,
  takeTurn: () => boolean,
) => {
  const random = randomFrom(seed);
  const own: Noted[] = [];
  /** A third without a key, a third with one, a third with one and sent twice at once: both answers must be the same. */
  const create = async (path: string, options: CallOptions): Promise<Answer | undefined> => {
    const way = random.below(3);
    if (way === 0) return send('POST', path, options);
    const headers = { ...options.headers, 'idempotency-key': newId() };
    const answers = await Promise.all(Array.from({ length: way }, () => send('POST', path, { ...options, headers })));
    const [first, second = first] = answers;
    if (first && second && first.text !== second.text) unexpected.push(['two answers', first.text, second.text]);
    return first && second;
  };

  const leaveNote = async () => {
    const body = `note ${newId()}`;
    const answer = await create('/api/widget/annotations', {
      as: random.pick(widgets),
      headers: { origin: 'https://shop.example.com' },
      body: { body, context: { page: { url: 'https://shop.example.com/' }, anchor: { kind: 'page' } } },
    });
    ledgers.notes.note(body, answer);
    if (!answer) return;
    const noted = { id: answer.body.id as string, body, status: 'pending', summary: '' };
    own.push(noted);
    notes.push(noted);
  };

  const write = async (kind: 'replies' | 'resolutions', field: string) => {
    const text = `${kind} ${newId()}`;
    const path = `/api/v1/annotations/${random.pick(notes).id}/${kind}`;
    ledgers[kind].note(text, await create(path, { as: agent, body: { [field]: text } }));
  };

  const change = async () => {
    const noted = random.pick(own);
    const body = { status: random.pick(['pending', 'blocked', 'resolved', 'duplicate']), summary: newId() };
    const answer = await send('PATCH', `/api/v1/annotations/${noted.id}`, { as: agent, body });
    if (answer) Object.assign(noted, body);
    else own.splice(own.indexOf(noted), 1);
  };

  const mint = async () => {
    const name = `token ${newId()}`;
    const path = `/api/workspaces/${ws.id}/api-tokens`;
    const answer = await create(path, { as: ws.owner, body: { name, role: 'GUEST' } });
    ledgers.tokens.note(name, answer);
    if (answer) await send('GET', '/api/v1/sites', { as: { credential: answer.body.token } });
  };

  const read = async () => {
    const noted = random.pick(own);
    const answer = await send('GET', `/api/v1/annotations/${noted.id}`, { as: agent });
    const { status, summary } = noted;
    if (answer) expect(answer.body).toMatchObject({ id: noted.id, body: noted.body, status, summary });
  };

  while (takeTurn()) {
    const turn = random.below(100);
    if (own.length === 0 || turn < 25) await leaveNote();
    else if (turn < 45) await write('replies', 'body');
    else if (turn < 55) await write('resolutions', 'explanation');
    else if (turn < 72) await change();
    else if (turn < 77) await mint();
    else await read();
  }
};

test(`${OPERATIONS} operations through a table of which every tenth answer is a conflict, a throttle or lost after the commit leave no wrong state`, async () => {
  const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`FAULT_SEED=${seed}`);
  const ws = await newWorkspace();
  const widgets = await Promise.all(Array.from({ length: 2 }, async () => (await ws.site()).widget));
  const agent = await ws.token();
  // The fixtures' calls are no part of what is counted.
  const countedBefore = (await allRows('SCRATCH_TABLE_NAME')).map(({ pk }) => pk);
  advance(MINUTE);

  faults.set({ target: 'table', mode: 'throttling', rate: 0.03, seed });
  faults.set({ target: 'table', mode: 'conflict', rate: 0.05, seed: seed + 1 });
  faults.set({ target: 'table', mode: 'timeout_after', rate: 0.04, seed: seed + 2 });
  let turns = 0;
  const takeTurn = () => {
    turns += 1;
    // Windows of the agent's token would fill.
    if (turns % PER_MINUTE === 0) advance(MINUTE);
    return calls < OPERATIONS;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(seed + index, ws, widgets, agent, takeTurn)));
  faults.clear();
  console.log(JSON.stringify({ calls, statuses }));

  expect(unexpected).toEqual([]);
  const failed = Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0),
    0,
  );
  expect(failed).toBeLessThan(OPERATIONS / 1000);

  const rows = await allRows('TABLE_NAME');
  const rowsAt = (prefix: string) => rows.filter(({ sk }) => String(sk).startsWith(prefix));
  const annotations = rowsAt('ANN');
  const contexts = rowsAt('CONTEXT');
  ledgers.notes.check(contexts.map(({ body }) => String(body)));
  expect(contexts.map(({ pk }) => pk).sort()).toEqual(annotations.map(({ pk }) => pk).sort());
  ledgers.replies.check(rowsAt('REPLY#').map(({ body }) => String(body)));
  ledgers.resolutions.check(rowsAt('RES#').map(({ explanation }) => String(explanation)));
  ledgers.tokens.check(rowsAt('TOKEN#').flatMap(({ name }) => (name === 'test' ? [] : [String(name)])));

  const repliesOf = new Map<unknown, number>();
  for (const { pk } of rowsAt('REPLY#')) repliesOf.set(pk, (repliesOf.get(pk) ?? 0) + 1);
  for (const row of annotations) {
    expect([row.id, row.reply_count ?? 0]).toEqual([row.id, repliesOf.get(row.pk) ?? 0]);
    expect(row.gsi2pk).toBe(partitions.siteAnnotationsByStatus(ws.id, String(row.site_id), String(row.status)));
  }
  for (const row of rowsAt('RES#')) expect(row.due_at).toBeDefined();

  const audited = rows.filter(({ action }) => action !== undefined);
  const auditedFor = (action: string) => audited.filter((entry) => entry.action === action).length;
  expect(auditedFor('annotation.reply')).toBe(rowsAt('REPLY#').length);
  expect(auditedFor('resolution.create')).toBe(rowsAt('RES#').length);
  expect(auditedFor('api_token.create')).toBe(rowsAt('TOKEN#').length);

  // A window whose answer was lost counts the request once, unless another request of the same window came in between.
  // A call that failed may have failed at its count.
  const windows = (await allRows('SCRATCH_TABLE_NAME')).filter(
    ({ pk }) => String(pk).startsWith('RATE#') && !countedBefore.includes(pk),
  );
  const ofAddresses = windows.filter(({ pk }) => String(pk).startsWith('RATE#ip#'));
  expect(ofAddresses.length).toBeLessThanOrEqual(countedByAddress);
  expect(ofAddresses.length).toBeGreaterThanOrEqual(countedByAddress - failed);
  expect(ofAddresses.filter(({ count }) => count !== 1)).toEqual([]);
  const rest = windows.filter(({ pk }) => !String(pk).startsWith('RATE#ip#'));
  const counted = rest.reduce((sum, { count }) => sum + Number(count), 0);
  expect(counted).toBeGreaterThanOrEqual(calls - failed);
  expect(counted).toBeLessThan(calls * 1.05);
}, 300_000);

test('a table that refuses everything is a 503 that says when to come back, long before the gateway gives up', async () => {
  const token = await (await newWorkspace()).token();
  for (const mode of ['throttling', 'conflict', 'timeout_before', 'outage'] as const) {
    faults.set({ target: 'table', mode, rate: 1, seed: 1 });
    const began = performance.now();
    const { status, body, headers } = await call('POST', '/api/v1/annotations/01ARZ3NDEKTSV4RRFFQ69G5FAV/replies', {
      as: token,
      body: { body: 'x' },
    });
    faults.clear();
    expect(performance.now() - began).toBeLessThan(15_000);
    // Under `conflict` it is the count of the request that never ends: reads meet none.
    expect([mode, status]).toEqual([mode, 503]);
    expect([typeof body.detail, headers['retry-after']]).toEqual(['string', '2']);
  }
});

/** The table's time limit in AWS, instead of the tests' longer one. */
const withDeployedLimit = (run: () => Promise<void>) => async () => {
  const { STORE_ANSWER_MS: longer } = process.env;
  delete process.env.STORE_ANSWER_MS;
  await run().finally(() => {
    process.env.STORE_ANSWER_MS = longer;
  });
};

test(
  'a table or a bucket that never answers is a 503 within 15 seconds',
  withDeployedLimit(async () => {
    const silent = createServer(() => {});
    const { AWS_ENDPOINT_URL_S3: bucket, AWS_ENDPOINT_URL_DYNAMODB: tables } = process.env;
    const url = `http://127.0.0.1:${await listen(silent)}`;
    Object.assign(process.env, { AWS_ENDPOINT_URL_S3: url, AWS_ENDPOINT_URL_DYNAMODB: url });
    const purpose = { workspace_id: newId(), owner: newId(), kind: 'before' };
    const key = objects.incoming(purpose.workspace_id, purpose.owner, purpose.kind, newId());
    const began = performance.now();
    const asked = [
      openTable().get({ pk: 'a', sk: 'b' }),
      attach(openStorage(), { key, purpose, loc: ['body'], folder: 'kept/x/' }),
    ];
    const told = await Promise.allSettled(asked);
    expect(performance.now() - began).toBeLessThan(15_000);
    for (const one of told) expect(one).toMatchObject({ status: 'rejected', reason: { status: 503 } });
    Object.assign(process.env, { AWS_ENDPOINT_URL_S3: bucket, AWS_ENDPOINT_URL_DYNAMODB: tables });
    await stop(silent);
  }),
);

test(
  'a request that the table never answers is given up after three seconds and sent again',
  withDeployedLimit(async () => {
    let requests = 0;
    const silentAtFirst = createServer((_, answer) => {
      requests += 1;
      if (requests > 1) answer.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    });
    const port = await listen(silentAtFirst);
    const faulty = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
    process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${port}`;
    expect(await openTable().get({ pk: 'a', sk: 'b' })).toBeUndefined();
    process.env.AWS_ENDPOINT_URL_DYNAMODB = faulty;
    expect(requests).toBe(2);
    await stop(silentAtFirst);
  }),
);
