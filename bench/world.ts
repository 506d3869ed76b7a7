import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { personalWorkspaceOf } from '../functions/kit/actor.ts';
import { MINUTE } from '../functions/kit/clock.ts';
import type { Table } from '../functions/kit/table/table.ts';
import { CREDENTIALS, REGION } from '../lib/local/account.ts';
import { advance } from '../lib/local/clock.ts';
import { createTables } from '../lib/local/create-tables.ts';
import { startStorageEmulator } from '../lib/local/emulators.ts';
import { fromResult, type LocalAnswer } from '../lib/local/event.ts';
import { Faults } from '../lib/local/faults.ts';
import { gatewayEvent } from '../lib/local/gateway.ts';
import { Issuer, newSigningKey } from '../lib/local/issuer.ts';
import { startMailSink } from '../lib/local/mail-sink.ts';
import { listen, stop } from '../lib/local/server.ts';
import { startTableEmulator } from '../lib/local/table-emulator.ts';
import { modelSaying } from '../test/reviews/run-whole.ts';
import { watchClients } from './meter.ts';

/** A request of the bench; other headers and a fresh address are added when it is sent. */
export interface Asked {
  method: string;
  path: string;
  as?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Handler = (event: APIGatewayProxyEventV2, context: { awsRequestId: string }) => Promise<unknown>;

/** A prepared call, so that only the handler is measured. */
export interface Prepared {
  handler: Handler;
  event: APIGatewayProxyEventV2;
}

const BUCKET = 'bench-evidence';
const NAMES = { main: 'bench', scratch: 'bench-scratch' } as const;
/** Within every caller's rate limit. */
const CALLS_A_MINUTE = 300;

let calls = 0;

const freshIp = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

export const eventOf = ({ method, path, as, body, headers = {} }: Asked) =>
  gatewayEvent({
    method,
    path,
    headers: {
      'x-client-ip': freshIp(),
      'accept-encoding': 'gzip, br',
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });

/** A request's event and its handler. Time advances now and then, so that no rate limit is reached. */
export const prepare = async (asked: Asked): Promise<Prepared> => {
  calls += 1;
  if (calls % CALLS_A_MINUTE === 0) advance(MINUTE);
  const { folder, event } = eventOf(asked);
  const { handler } = (await import(`../functions/${folder}/index.ts`)) as { handler: Handler };
  return { handler, event };
};

export const run = async ({ handler, event }: Prepared): Promise<LocalAnswer> =>
  fromResult(await handler(event, { awsRequestId: event.requestContext.requestId }));

/** Sends a request that must succeed, and returns its JSON. */
export const call = async <T>(asked: Asked): Promise<T> => {
  const prepared = await prepare({ ...asked, headers: { 'accept-encoding': 'identity', ...asked.headers } });
  const answer = await run(prepared);
  if (answer.status >= 400) throw new Error(`${asked.method} ${asked.path} answered ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body.toString('utf8')) as T;
};

export interface Site {
  id: string;
  widget_token: string;
  mcp_token: string;
  loader_secret_id: string;
}

export interface World {
  table: Table;
  endpoint: string;
  /** The emulator's own. */
  tableFile: string;
  names: typeof NAMES;
  workspace_id: string;
  user_id: string;
  /** An OWNER's ID token, and an API token with the role MEMBER. */
  session: string;
  token: string;
  signIn: (email: string, groups?: string[]) => Promise<string>;
  newSite: () => Promise<Site>;
  close: () => Promise<void>;
}

/** Everything handlers need, on separate emulators without a stream, and a workspace to call them in. */
export const openWorld = async (): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-bench-'));
  const [tables, storage, mail] = await Promise.all([
    startTableEmulator(join(folder, 'table')),
    startStorageEmulator(join(folder, 'storage'), BUCKET),
    startMailSink(join(folder, 'mail'), new Faults()),
  ]);
  await createTables(tables.url, NAMES, { streams: false });
  const issuer = new Issuer('https://issuer.example', 'bench', await newSigningKey());
  const keySet = createServer((_, answer) => answer.end(JSON.stringify(issuer.keySet)));
  const port = await listen(keySet);
  Object.assign(process.env, {
    LOG_LEVEL: 'error',
    TABLE_NAME: NAMES.main,
    SCRATCH_TABLE_NAME: NAMES.scratch,
    EVIDENCE_BUCKET: BUCKET,
    BASE_URL: 'https://sidenote.example',
    SERVER_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    ORIGIN_SECRETS: 'bench',
    ISSUER: issuer.url,
    CLIENT_ID: issuer.clientId,
    JWKS_URL: `http://127.0.0.1:${port}/jwks.json`,
    MAIL_FROM: 'Sidenote <notes@sidenote.example>',
    REPLIES_DOMAIN: 'reply.sidenote.example',
    WIDGET_FOLDER: join(import.meta.dirname, '../dist/widget'),
    // Never called: a model that answers at once takes its place.
    MODEL: 'openai:bench@http://127.0.0.1:9/v1',
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
    AWS_ENDPOINT_URL_S3: storage.url,
    AWS_ENDPOINT_URL_SES: mail.url,
  });
  watchClients();
  const { wrapModels } = await import('../functions/reviews/ask/model/open-model.ts');
  const quote = 'Every lamp is made to be repaired';
  const { model } = modelSaying(() => ({ faults: [{ quote, comment: 'It doesn’t say by whom.' }] }));
  wrapModels(() => model);
  const { openTable } = await import('../functions/kit/table/table.ts');
  const table = openTable();

  const signIn = (email: string, groups: string[] = []) => issuer.idToken({ email, name: 'Bench', groups });
  const session = await signIn('owner@example.com');
  const { verifyIdToken } = await import('../functions/kit/access/id-token.ts');
  const { user_id } = await verifyIdToken(session);
  const workspace_id = personalWorkspaceOf(user_id);
  const newSite = async (): Promise<Site> => {
    const body = { name: 'Shop', url: 'https://shop.example.com/' };
    const { id } = await call<{ id: string }>({ method: 'POST', path: '/api/widget/sites', as: session, body });
    const secrets = await call<Omit<Site, 'id'>>({
      method: 'GET',
      path: `/api/widget/sites/${id}/secrets`,
      as: session,
    });
    return { ...secrets, id };
  };
  await call({ method: 'GET', path: '/api/v1/sites', as: session });
  const { token } = await call<{ token: string }>({
    method: 'POST',
    path: `/api/workspaces/${workspace_id}/api-tokens`,
    as: session,
    body: { name: 'bench' },
  });
  // The first use of a token in an hour writes an additional row, which has a separate case.
  await call({ method: 'GET', path: '/api/v1/sites', as: token });
  // The token's first use is recorded on its row only.
  await call({ method: 'GET', path: '/api/v1/sites', as: token });
  return {
    table,
    endpoint: tables.url,
    tableFile: join(folder, 'table', 'table.sqlite'),
    names: NAMES,
    workspace_id,
    user_id,
    session,
    token,
    signIn,
    newSite,
    close: async () => {
      await Promise.all([tables.stop(), storage.stop(), mail.stop(), stop(keySet)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
