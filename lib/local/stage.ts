import { join } from 'node:path';
import { hostsOf } from '../../functions/fetcher/allowed-hosts.ts';
import { now } from '../../functions/kit/clock.ts';
import { providersSetting } from '../../functions/sign-in/providers.ts';
import { BUCKET, CREDENTIALS, queueUrl, REGION, TABLES, USER_POOL } from './account.ts';
import { advance as advanceClock, Schedule } from './clock.ts';
import { startEmulators } from './emulators.ts';
import { answer } from './event.ts';
import { Faults } from './faults.ts';
import { PROVIDERS } from './federate.ts';
import { createFront } from './front.ts';
import { loadAll } from './gateway.ts';
import { hintAtBrowser } from './hint-at-browser.ts';
import { loadHandler, loadWhenInvoked } from './invocation.ts';
import { Issuer } from './issuer.ts';
import { startLambdaEndpoint } from './lambda-endpoint.ts';
import { openLocalModel } from './local-model.ts';
import { serveLocal } from './local-routes.ts';
import { queues } from './queues.ts';
import { OWNER_EMAIL, type Seed, seed } from './seed.ts';
import { listen, stop } from './server.ts';
import { idleOf, startPollers } from './start-pollers.ts';
import { CannotStart, openState } from './state.ts';
import { servePage } from './static.ts';
import { Sweeper } from './sweeper.ts';
import { startUserPool } from './user-pool.ts';

export interface StageOptions {
  port: number;
  folder?: string | undefined;
  /** Origins that the fetcher and the browser may visit although their address is private. */
  allow?: readonly string[];
  /** No fault of the table, the queues and the storage can be set. */
  withoutFaults?: boolean;
}

const FETCHER = 'sidenote-fetcher';
const RENDERER = 'sidenote-renderer';

/** Would send the SDK to a real account, or around the emulators. */
const FOREIGN = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', 'AWS_ENDPOINT_URL'];

const originOf = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url;
  throw new CannotStart(`--allow must be an origin, such as http://127.0.0.1:3000, not ${JSON.stringify(text)}.`);
};

const hostOf = ({ host, port, protocol }: URL): string => (port ? host : `${host}:${protocol === 'https:' ? 443 : 80}`);

const describe = (base_url: string, issuer: Issuer, seeded: Seed, owner_id_token: string, allowed: readonly URL[]) => ({
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
  allowed_origins: allowed.map(({ origin }) => origin),
});

export type StageDescription = ReturnType<typeof describe>;

const start = async (
  { port, folder: kept, allow = [], withoutFaults = false }: StageOptions,
  running: AsyncDisposableStack,
) => {
  const allowed = allow.map(originOf);
  const state = await openState(kept);
  running.defer(state.release);
  const { folder, secrets } = state;
  advanceClock(secrets.clock_offset_ms);
  const faults = new Faults();
  const model = openLocalModel(faults);
  const parts: { serve?: Parameters<typeof createFront>[0] } = {};
  const starting = answer(503, {}, 'The local stage is starting.');
  const front = createFront({
    local: async (request) => parts.serve?.local(request) ?? starting,
    page: async (...asked) => (parts.serve ? parts.serve.page(...asked) : starting),
  });
  const base_url = `http://127.0.0.1:${await listen(front, port)}`;
  running.defer(() => stop(front));
  secrets.issuer ??= `${base_url}/__local/issuer`;
  const { buildWidget } = await import('../build/widget-build.ts');
  const [emulators] = await Promise.all([
    startEmulators({ folder, isKept: kept !== undefined, faults, isDirect: withoutFaults }, running),
    state.save(),
    buildWidget(),
  ]);
  const fetcher = { handler: await loadHandler('fetcher/handler.ts'), timeoutSeconds: 15 };
  const renderer = { handler: hintAtBrowser(loadWhenInvoked('browser/handler.ts')), timeoutSeconds: 90 };
  const lambdas = await startLambdaEndpoint({ [FETCHER]: fetcher, [RENDERER]: renderer });
  running.defer(lambdas.stop);
  const deletions = new Set(secrets.deletions);
  const issuer = new Issuer(secrets.issuer, secrets.client_id, secrets.signing_key, deletions);

  const userPool = await startUserPool(issuer.users, USER_POOL, async (username) => {
    const deleted = issuer.deleteAccount(username);
    secrets.deletions = [...deletions];
    await state.save();
    return deleted;
  });
  running.defer(userPool.stop);
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
    SIGN_IN_PROVIDERS: providersSetting(PROVIDERS),
    JWKS_URL: `${base_url}/__local/issuer/.well-known/jwks.json`,
    // A minute is long for someone who tries it.
    MAIL_GROUPING_SECONDS: '1',
    MAIL_FROM: 'Sidenote <notes@sidenote.example>',
    REPLIES_DOMAIN: 'reply.sidenote.example',
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
    FETCHER_FUNCTION: FETCHER,
    RENDERER_FUNCTION: RENDERER,
    // Private, but the pages that people try first.
    RENDER_ALLOW: new URL(base_url).host,
    BROWSER_FOLDER: join(import.meta.dirname, '../../node_modules/.cache/browser'),
    ...(allowed.length > 0 && { FETCH_ALLOW: [...hostsOf('FETCH_ALLOW'), ...allowed.map(hostOf)].join(',') }),
  };
  Object.assign(process.env, settings);

  const sweeper = new Sweeper(emulators.table.url, [TABLES.main, TABLES.scratch], now);
  running.defer(() => sweeper.stop());
  const [pollers, reconcile] = await Promise.all([
    startPollers(emulators, sweeper, running),
    loadHandler('workers/reconcile.ts'),
    loadAll(),
  ]);
  const schedules = [new Schedule(() => sweeper.sweep()), new Schedule(() => reconcile({}))];
  for (const schedule of schedules) running.defer(() => schedule.stop());

  const advance = async (ms: number) => {
    advanceClock(ms);
    secrets.clock_offset_ms += ms;
    await state.save();
    for (const schedule of schedules) await schedule.tick();
    return now();
  };
  const { mail, proxies } = emulators;
  const idle = idleOf(pollers, emulators.queue);
  const helpers = { base_url, issuer, mail, userPool, faults, proxies, advance, idle, settings };
  let seeded: Seed | undefined;
  parts.serve = {
    local: (request) => serveLocal(helpers, request),
    page: (path, takesBrotli) => servePage(path, takesBrotli, seeded?.loader_secret_id),
  };
  // Last on the list, so that it stops first.
  running.defer(() => stop(front));
  const token = await issuer.idToken({ email: OWNER_EMAIL, name: 'Olive Owner' });
  seeded = await seed(folder, token, base_url);
  return { description: describe(base_url, issuer, seeded, token, allowed), settings, model, folder };
};

/** One stage per process, because handlers read their settings from its environment. */
export const startStage = async (options: StageOptions) => {
  const running = new AsyncDisposableStack();
  const close = () =>
    running.disposeAsync().catch((error) => console.error('Stopping a part of the stage failed:', error));
  try {
    return { ...(await start(options, running)), close };
  } catch (error) {
    await close();
    throw error;
  }
};

export type Stage = Awaited<ReturnType<typeof startStage>>;
