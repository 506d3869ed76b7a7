import { join } from 'node:path';
import { handler as fetchOnePage } from '../../functions/fetcher/handler.ts';
import { now } from '../../functions/kit/clock.ts';
import { BUCKET, CREDENTIALS, queueUrl, REGION, TABLES, USER_POOL } from './account.ts';
import { openAnswering } from './answering.ts';
import { advance as advanceClock } from './clock.ts';
import { Faults } from './faults.ts';
import { createFront } from './front.ts';
import { loadAll } from './gateway.ts';
import { invokeAs } from './invocation.ts';
import { Issuer } from './issuer.ts';
import { startLambdaEndpoint } from './lambda-endpoint.ts';
import { listen, stop } from './listen.ts';
import { serveLocal } from './local-routes.ts';
import { queues } from './queues.ts';
import { Schedule } from './schedule.ts';
import { OWNER_EMAIL, type Seed, seed } from './seed.ts';
import { type Listener, startEmulators } from './start-emulators.ts';
import { idleOf, startPollers } from './start-pollers.ts';
import { openState } from './state.ts';
import { servePage } from './static.ts';
import { Sweeper } from './sweeper.ts';
import { type Undo, undoAll } from './undo.ts';
import { startUserPool } from './user-pool.ts';
import { workerOf } from './worker-of.ts';

export interface StageOptions {
  /** 0 picks a free one. */
  port: number;
  /** The state folder; absent for an ephemeral stage. */
  folder?: string | undefined;
}

/** The contents of `.sidenote/stage.json`. */
export interface StageDescription {
  base_url: string;
  mail_url: string;
  sign_in_url: string;
  issuer: string;
  client_id: string;
  jwks_url: string;
  widget_page: string;
  dashboard_url: string;
  workspace_id: string;
  site_id: string;
  widget_token: string;
  owner_email: string;
  owner_id_token: string;
  api_token: string;
  mcp_url: string;
}

export interface Stage {
  description: StageDescription;
  /** The environment with which handlers in another process can use this stage. */
  settings: Readonly<Record<string, string>>;
  /** The model that judges for personas, and whether it is an AI. */
  model: { id: string; live: boolean };
  folder: string;
  close: () => Promise<void>;
}

const FETCHER = { name: 'sidenote-fetcher', timeoutSeconds: 15 } as const;

/** Would send the SDK to a real account, or around the emulators. */
const FOREIGN = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', 'AWS_ENDPOINT_URL'];

const describe = (base_url: string, issuer: Issuer, seeded: Seed, owner_id_token: string): StageDescription => ({
  base_url,
  mail_url: `${base_url}/__local/mail`,
  sign_in_url: `${base_url}/__local/sign-in`,
  issuer: issuer.url,
  client_id: issuer.clientId,
  jwks_url: `${base_url}/__local/issuer/.well-known/jwks.json`,
  widget_page: `${base_url}/demo`,
  dashboard_url: `${base_url}/dashboard`,
  workspace_id: seeded.workspace_id,
  site_id: seeded.site_id,
  widget_token: seeded.widget_token,
  owner_email: OWNER_EMAIL,
  owner_id_token,
  api_token: seeded.api_token,
  mcp_url: `${base_url}/mcp/${seeded.mcp_token}`,
});

const start = async ({ port, folder: kept }: StageOptions, undo: Undo[]): Promise<Omit<Stage, 'close'>> => {
  const state = await openState(kept);
  undo.push(state.release);
  const { folder, secrets } = state;
  advanceClock(secrets.clock_offset_ms);
  const faults = new Faults();
  const model = openAnswering(faults);
  const parts: { serve?: Parameters<typeof createFront>[0] } = {};
  const starting = { status: 503, headers: {}, cookies: [], body: Buffer.from('The local stage is starting.') };
  const front = createFront({
    local: async (asked) => parts.serve?.local(asked) ?? starting,
    page: async (path) => (parts.serve ? parts.serve.page(path) : starting),
  });
  const base_url = `http://127.0.0.1:${await listen(front, port)}`;
  undo.push(() => stop(front));
  secrets.issuer ??= `${base_url}/__local/issuer`;
  const { buildWidget } = await import('../build/widget-build.ts');
  const listener: Listener = {};
  const [emulators] = await Promise.all([
    startEmulators(folder, kept !== undefined, faults, listener, undo),
    state.save(),
    buildWidget(),
  ]);
  const lambdas = await startLambdaEndpoint({
    [FETCHER.name]: {
      handler: (event) => invokeAs('functions/fetcher/handler.ts', () => fetchOnePage(event)),
      timeoutSeconds: FETCHER.timeoutSeconds,
    },
  });
  undo.push(() => lambdas.stop());
  const issuer = new Issuer(secrets.issuer, secrets.client_id, secrets.signing_key);

  const userPool = await startUserPool(issuer, USER_POOL);
  undo.push(() => userPool.stop());
  for (const name of FOREIGN) delete process.env[name];
  const settings = {
    TABLE_NAME: TABLES.main,
    SCRATCH_TABLE_NAME: TABLES.scratch,
    EVIDENCE_BUCKET: BUCKET,
    BASE_URL: base_url,
    SERVER_KEYS: secrets.server_keys,
    ORIGIN_SECRETS: secrets.origin_secrets,
    ISSUER: issuer.url,
    CLIENT_ID: issuer.clientId,
    USER_POOL_ID: USER_POOL,
    JWKS_URL: `${base_url}/__local/issuer/.well-known/jwks.json`,
    MAIL_FROM: 'Sidenote <notes@sidenote.example>',
    OPERATORS_MAIL: 'operators@sidenote.example',
    STRIPE_WEBHOOK_SECRET: 'whsec_local',
    TOPUP_URL: `${base_url}/__local/checkout`,
    WIDGET_FOLDER: join(import.meta.dirname, '../../dist/widget'),
    ...Object.fromEntries(queues.map(({ name, setting }) => [setting, queueUrl(emulators.urls.queue, name)])),
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: emulators.urls.table,
    AWS_ENDPOINT_URL_S3: emulators.urls.storage,
    AWS_ENDPOINT_URL_SQS: emulators.urls.queue,
    AWS_ENDPOINT_URL_SES: emulators.mail.url,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: userPool.url,
    AWS_ENDPOINT_URL_LAMBDA: lambdas.url,
    FETCHER_FUNCTION: FETCHER.name,
  };
  Object.assign(process.env, settings);

  const sweeper = new Sweeper(emulators.table.url, [TABLES.main, TABLES.scratch], now);
  undo.push(() => sweeper.stop());
  const [pollers, reconcile] = await Promise.all([
    startPollers(emulators, sweeper, undo),
    workerOf<unknown>('reconcile'),
    loadAll(),
  ]);
  listener.owed = () => pollers.stream.wake();
  const sweep = () => sweeper.sweep().then(() => pollers.stream.wake());
  const schedules = [new Schedule(sweep, now), new Schedule(() => reconcile({}), now)];
  undo.push(() => Promise.all(schedules.map((schedule) => schedule.stop())));

  const advance = async (ms: number) => {
    advanceClock(ms);
    secrets.clock_offset_ms += ms;
    await state.save();
    for (const schedule of schedules) await schedule.tick();
    return now();
  };
  const idle = idleOf(pollers, emulators.queue);
  const helpers = {
    base_url,
    issuer,
    mail: emulators.mail,
    userPool,
    faults,
    catchUp: emulators.catchUp,
    advance,
    idle,
    settings,
  };
  let seeded: Seed | undefined;
  parts.serve = {
    local: (asked) => serveLocal(helpers, asked),
    page: (path) => servePage(path, seeded && { ...seeded, storage_url: emulators.urls.storage }),
  };
  // Last on the list, so that it stops first.
  undo.push(() => stop(front));
  const token = await issuer.idToken({ email: OWNER_EMAIL, name: 'Olive Owner' });
  seeded = await seed(folder, token, base_url);
  return { description: describe(base_url, issuer, seeded, token), settings, model, folder };
};

/**
 * Starts the whole service on this machine. One stage per process, because handlers read their settings from its
 * environment.
 */
export const startStage = async (options: StageOptions): Promise<Stage> => {
  const undo: Undo[] = [];
  try {
    const stage = await start(options, undo);
    return { ...stage, close: () => undoAll(undo) };
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
};
