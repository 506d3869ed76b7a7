import * as z from 'zod';
import { verifyIdToken } from '../../functions/kit/access/id-token.ts';
import { optionalSetting } from '../../functions/kit/config.ts';
import type { Emulators } from './emulators.ts';
import { answer, type LocalAnswer } from './event.ts';
import { type Faults, type FaultTarget, faultModes } from './faults.ts';
import { federate } from './federate.ts';
import { IncomingMail, receiveMail } from './incoming-mail.ts';
import type { Issuer } from './issuer.ts';
import { grantCents, pay } from './local-wallet.ts';
import type { MailSink } from './mail-sink.ts';
import { checkoutPage, inboxPage, PAGE_HEADERS, signInPage, tokenPage } from './pages.ts';
import type { LocalUserPool } from './user-pool.ts';

export interface Helpers {
  base_url: string;
  issuer: Issuer;
  mail: MailSink;
  userPool: LocalUserPool;
  faults: Faults;
  advance: (ms: number) => Promise<number>;
  idle: (timeoutMs: number) => Promise<boolean>;
  proxies: Emulators['proxies'];
  settings: Readonly<Record<string, string>>;
}

export interface HelperRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  accept: string;
  type: string;
  body: string;
}

type Route = (helpers: Helpers, request: HelperRequest) => Promise<LocalAnswer> | LocalAnswer;

const json = (status: number, body: unknown) =>
  answer(
    status,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    JSON.stringify(body),
  );
const html = (text: string, status = 200) => answer(status, { ...PAGE_HEADERS }, text);
const refused = (detail: string) => json(422, { detail });

const withBody =
  <Body>(shape: z.ZodType<Body>, route: (body: Body, helpers: Helpers) => Promise<LocalAnswer> | LocalAnswer): Route =>
  (helpers, { body }) => {
    let given: unknown;
    try {
      given = JSON.parse(body || '{}');
    } catch {
      return refused('Send a JSON object.');
    }
    const parsed = shape.safeParse(given);
    return parsed.success ? route(parsed.data, helpers) : refused(z.prettifyError(parsed.error));
  };

const authorizePage: Route = ({ issuer }, { query }) => {
  const fault = query.size > 0 ? issuer.faultOf(query) : undefined;
  return html(signInPage(query.toString(), fault), fault ? 400 : 200);
};

const authorize: Route = async ({ issuer }, { query, body }) => {
  const form = new URLSearchParams(body);
  const [email, groups] = [form.get('email') ?? '', form.getAll('group')];
  if (!email) return html(signInPage(query.toString(), 'Enter an email address.'), 400);
  if (query.size === 0) return html(tokenPage(email, await issuer.idToken({ email, groups })));
  const fault = issuer.faultOf(query);
  if (fault) return html(signInPage(query.toString(), fault), 400);
  return answer(303, { location: issuer.authorize(query, { email, groups }), 'cache-control': 'no-store' }, '');
};

const SignIn = z.strictObject({
  email: z.string().min(1),
  name: z.string().optional(),
  groups: z.array(z.string()).optional(),
  email_verified: z.boolean().optional(),
  origin_jti: z.string().optional(),
  auth_time: z.number().int().optional(),
  identity: z.strictObject({ providerName: z.string(), userId: z.string() }).optional(),
});

const issueToken = withBody(SignIn, async (person, { issuer }) => {
  try {
    await federate(issuer.users, person);
  } catch (error) {
    return json(400, { error: 'invalid_request', error_description: (error as Error).message });
  }
  const id_token = await issuer.idToken(person);
  const { user_id } = await verifyIdToken(id_token);
  return json(200, { id_token, user_id });
});

const signIn: Route = (helpers, request) =>
  request.type.startsWith('application/x-www-form-urlencoded')
    ? authorize(helpers, request)
    : issueToken(helpers, request);

const Whole = z.number().int().min(0);

const clock = withBody(z.strictObject({ advance_ms: Whole }), async ({ advance_ms }, { advance }) =>
  json(200, { now: await advance(advance_ms) }),
);

const Fault = z.strictObject({
  target: z.enum(Object.keys(faultModes) as [FaultTarget, ...FaultTarget[]]),
  mode: z.string().nullable(),
  rate: z.number().min(0).max(1).default(1),
  seed: z.number().int().default(1),
  scale: z.number().positive().max(1).optional(),
});

const setFault = withBody(Fault, ({ target, mode: name, rate, seed, scale }, { faults, proxies }) => {
  if (!proxies && target !== 'mail' && target !== 'model') return refused('This stage was started without faults.');
  const mode = faultModes[target].find((known) => known === name);
  if (name === null || name === 'none') faults.clear(target);
  else if (mode) faults.set({ target, mode, rate, seed, ...(scale !== undefined && { scale }) });
  else return refused(`The modes of ${target} are ${faultModes[target].join(', ')}, none.`);
  return json(200, { faults: faults.list() });
});

const FetchAllow = z.strictObject({
  /** As in a URL: `127.0.0.1:1234`. */
  host: z.string().regex(/^(\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/, 'Give host:port, in small letters.'),
});

/** The fetcher reads its setting on each call, in this process. */
const allowFetch = withBody(FetchAllow, ({ host }) => {
  const allowed = new Set((optionalSetting('FETCH_ALLOW') ?? '').split(',').filter(Boolean)).add(host);
  process.env.FETCH_ALLOW = [...allowed].join(',');
  return json(200, { allowed: [...allowed] });
});

/** A workspace without a wallet gets one and pays for its reviews from then on. */
const grant = withBody(z.strictObject({ workspace_id: z.string(), cents: Whole }), async ({ workspace_id, cents }) => {
  const wallet_balance_cents = await grantCents(workspace_id, cents);
  if (wallet_balance_cents === undefined) return json(404, { detail: 'There is no such workspace.' });
  return json(200, { workspace_id, wallet_balance_cents });
});

const incomingMail = withBody(IncomingMail, async (mail) => {
  await receiveMail(mail);
  return json(200, { received: true });
});

const checkout: Route = (_, { query }) => html(checkoutPage(query.get('client_reference_id') ?? ''));

const payAtCheckout: Route = async ({ base_url }, { body }) => {
  const form = new URLSearchParams(body);
  const [workspace, cents] = [form.get('workspace_id') ?? '', Number(form.get('cents'))];
  if (!Number.isSafeInteger(cents) || cents < 1) return refused('Send a whole number of cents.');
  const status = await pay(base_url, workspace, cents);
  if (status !== 200) return json(502, { detail: `The webhook answered ${status}.` });
  return answer(303, { location: `/dashboard/wallet?workspace=${encodeURIComponent(workspace)}` }, '');
};

const idle: Route = async (helpers, { query }) => {
  const isIdle = await helpers.idle(Number(query.get('timeout_ms') ?? 15_000));
  return json(isIdle ? 200 : 503, { idle: isIdle });
};

const CORS = { 'access-control-allow-origin': '*' };

const token: Route = async ({ issuer }, { body }) => {
  const { status, body: tokens } = await issuer.exchange(new URLSearchParams(body));
  const made = json(status, tokens);
  return { ...made, headers: { ...made.headers, ...CORS } };
};

const logout: Route = (_, { query }) => {
  const back = query.get('logout_uri') ?? '/';
  const isLocal = URL.canParse(back) && ['127.0.0.1', 'localhost'].includes(new URL(back).hostname);
  return answer(303, { location: isLocal ? back : '/' }, '');
};

const ISSUER = '/__local/issuer';

const routes: Record<string, Route> = {
  'POST /__local/sign-in': signIn,
  'GET /__local/sign-in': authorizePage,
  'GET /__local/mail': ({ mail }, { query, accept }) => {
    const to = query.get('to') ?? undefined;
    const mails = mail.list(to);
    return accept.includes('text/html') ? html(inboxPage(mails, to)) : json(200, mails);
  },
  'POST /__local/mail': incomingMail,
  'GET /__local/user-pool': ({ userPool }) => json(200, { calls: userPool.calls() }),
  'POST /__local/clock': clock,
  'GET /__local/faults': ({ faults }) => json(200, { faults: faults.list(), modes: faultModes }),
  'POST /__local/faults': setFault,
  'DELETE /__local/faults': ({ faults }) => {
    faults.clear();
    return json(200, { faults: [] });
  },
  'POST /__local/fetch-allow': allowFetch,
  'POST /__local/wallet': grant,
  'GET /__local/checkout': checkout,
  'POST /__local/checkout': payAtCheckout,
  'POST /__local/indexes': async ({ proxies }) => {
    await proxies?.catchUp();
    return json(200, { caught_up: true });
  },
  'GET /__local/idle': idle,
  'POST /__local/idle': idle,
  'GET /__local/env': ({ settings }) => json(200, settings),
  [`GET ${ISSUER}/.well-known/jwks.json`]: ({ issuer }) => json(200, issuer.keySet),
  [`GET ${ISSUER}/.well-known/openid-configuration`]: ({ issuer, base_url }) =>
    json(200, issuer.discovery(`${base_url}${ISSUER}`)),
  [`GET ${ISSUER}/oauth2/authorize`]: authorizePage,
  [`POST ${ISSUER}/oauth2/authorize`]: authorize,
  [`POST ${ISSUER}/oauth2/token`]: token,
  [`GET ${ISSUER}/logout`]: logout,
};

export const isLocalPath = (path: string) => path.startsWith('/__local/');

export const serveLocal = async (helpers: Helpers, request: HelperRequest): Promise<LocalAnswer> => {
  const route = routes[`${request.method} ${request.path}`];
  return route ? route(helpers, request) : json(404, { detail: 'The local stage has no such helper.' });
};
