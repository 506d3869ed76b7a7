import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { advance } from '../../lib/local/clock.ts';
import { malformedIds, newWorld, randomIds, type World } from '../access/world.ts';
import { type Answer, type Caller, call } from '../driver.ts';
import { refusalFault } from '../refusal-fault.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { anything, type Components, fuzzed, nastyText, type Schema } from './fuzzed.ts';
import { type Random, randomFrom } from './random.ts';

beforeAll(useOwnTables);

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}
interface Described {
  method: string;
  path: string;
  parameters: Parameter[];
  credentials: string[];
  body?: Schema;
}

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 10_000);
const PER_WORLD = 400;
const AT_ONCE = 8;

const openapi = JSON.parse(readFileSync(join(__dirname, '../../functions/discovery/static/openapi.json'), 'utf8'));
const components: Components = openapi.components.schemas;

const operations: Described[] = Object.entries<
  Record<
    string,
    { parameters: Parameter[]; security: object[]; requestBody?: { content: Record<string, { schema: Schema }> } }
  >
>(openapi.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { parameters, security, requestBody }]) => ({
    method: method.toUpperCase(),
    path,
    credentials: security.flatMap((one) => Object.keys(one)),
    parameters: parameters.map((one) =>
      one.$ref ? openapi.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one,
    ),
    ...(requestBody && { body: requestBody.content['application/json']!.schema }),
  })),
);

interface Request {
  method: string;
  path: string;
  as?: Caller;
  headers: Record<string, string>;
  body?: unknown;
}

/** Header values keep to what a client can send at all. */
const sendable = (value: string) =>
  value
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .trim()
    .slice(0, 500);
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const encoded = (value: string) => encodeURIComponent(value.toWellFormed()) || '%20';

/** Deletes are rare, since what they remove answers 404 from then on. */
const anyOperation = (random: Random): Described => {
  const found = random.pick(operations);
  return found.method === 'DELETE' && random.chance(0.9) ? anyOperation(random) : found;
};

const requestFor = (random: Random, world: World, ids: Record<string, string>): Request => {
  const { method, path, parameters, credentials, body } = anyOperation(random);
  const wrong = random.chance(0.5) ? randomIds(ids) : malformedIds(ids);
  const valueFor = (name: string) =>
    random.chance(0.85) ? ids[name]! : random.chance(0.6) ? wrong[name]! : nastyText(random).slice(0, 300);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(valueFor(name)));

  const query = parameters
    .filter((one) => one.in === 'query' && random.chance(0.5))
    .map(
      ({ name, schema }) => `${encoded(name)}=${encoded(asText(fuzzed(random, components, schema)).slice(0, 1500))}`,
    );
  if (random.chance(0.05)) query.push(`${encoded(nastyText(random).slice(0, 50))}=1`, 'limit=7', 'limit=8');

  const given: Record<string, string> = {
    'Idempotency-Key': random.chance(0.5) ? `key-${random.below(20)}` : nastyText(random),
    'X-Request-Id': nastyText(random),
    'X-SVC-Workspace': random.chance(0.95) ? world.ws.id : nastyText(random),
    'X-Sidenote-Stakeholder': random.chance(0.8) ? ids.token! : nastyText(random),
    'X-Sidenote-Notes': random.chance(0.5) ? ids.note_secret! : `${ids.note_secret},${nastyText(random)}`,
  };
  const headers = Object.fromEntries(
    parameters
      .filter((one) => one.in === 'header' && random.chance(0.3))
      .map(({ name }) => [name.toLowerCase(), sendable(given[name] ?? nastyText(random))]),
  );
  if (random.chance(0.8))
    headers.origin = random.chance(0.9) ? 'https://shop.example.com' : sendable(nastyText(random));

  const usual = credentials.includes('widgetToken')
    ? world.callers['widget token']
    : random.pick(
        credentials.includes('apiToken') ? [world.callers.OWNER, world.callers['MEMBER token']] : [world.callers.OWNER],
      );
  const as = random.chance(0.75)
    ? usual
    : random.pick([...Object.values(world.callers), { credential: sendable(nastyText(random)) || 'x' }, undefined]);

  const hasBody = body ? !random.chance(0.03) : random.chance(0.05);
  const sent =
    body && random.chance(0.9)
      ? fuzzed(random, components, body)
      : random.chance(0.3)
        ? nastyText(random)
        : anything(random);
  return {
    method,
    path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    ...(as && { as }),
    headers,
    ...(hasBody && { body: sent }),
  };
};

const FORBIDDEN = [
  ['a stack trace', /^\s+at .+:\d+:\d+\)?$|node:internal|node_modules/m],
  ['a file of ours', /functions\/\w+|\.ts:\d+/],
  ['an ARN', /arn:aws/],
  ['a key of the table', /"(pk|sk|gsi1pk|gsi2pk|due_pk|token_hash|mcp_token_hash)"/],
] as const;

const faultOf = ({ status, text, body }: Answer): string | undefined => {
  if (status >= 500) return `answered ${status}`;
  const fault = status >= 400 ? refusalFault(body) : undefined;
  if (fault) return fault;
  for (const [what, pattern] of FORBIDDEN) if (pattern.test(text)) return `shows ${what}`;
  const names = [process.env.TABLE_NAME, process.env.SCRATCH_TABLE_NAME, process.env.EVIDENCE_BUCKET];
  if (status >= 400 && names.some((name) => name && text.includes(name))) return 'shows the name of a table or bucket';
  return undefined;
};

test(`${REQUESTS} requests made up from the OpenAPI meet no 500, and every error says what to change and nothing about us`, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`FUZZ_SEED=${seed}`);
  const random = randomFrom(seed);
  const faults: unknown[] = [];
  const statuses: Record<number, number> = {};

  const waiting: Promise<void>[] = [];
  const send = async (request: Request) => {
    const { method, path, ...options } = request;
    const answer = await call(method, path, options);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const fault = faultOf(answer);
    if (fault) faults.push({ fault, request, answer: answer.text.slice(0, 500) });
  };

  for (let made = 0; made < REQUESTS && faults.length < 10; made += PER_WORLD) {
    const world = await newWorld();
    const ids = await world.ids();
    // A full window would hide everything behind it.
    advance(61_000);
    const requests = Array.from({ length: Math.min(PER_WORLD, REQUESTS - made) }, () => requestFor(random, world, ids));
    const open = requests.values();
    const sendOthers = async () => {
      for (const request of open) {
        const answered = send(request);
        // So that the next world doesn't wait for changes.
        if (request.path.includes('wait=')) waiting.push(answered);
        else await answered;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendOthers));
  }
  await Promise.all(waiting);
  console.log(JSON.stringify(statuses));
  expect(faults).toEqual([]);
  // Most of it must get past the doors, or nothing behind them was tried.
  expect(statuses[200] ?? 0).toBeGreaterThan(REQUESTS / 10);
  expect(statuses[429] ?? 0).toBeLessThan(REQUESTS / 10);
}, 600_000);
