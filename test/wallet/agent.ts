import { createHmac } from 'node:crypto';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { moveCents, walletRow } from '../../functions/wallet/movement.ts';
import { type CallOptions, call, signIn, table } from '../driver.ts';

/** From here on agents may register themselves in this process. */
export const openSignup = () => {
  process.env.AGENT_SIGNUP = 'open';
};

/** While agents may register themselves in this process. */
export const withOpenSignup = async <T>(during: () => Promise<T>): Promise<T> => {
  const before = process.env.AGENT_SIGNUP;
  openSignup();
  try {
    return await during();
  } finally {
    if (before === undefined) delete process.env.AGENT_SIGNUP;
    else process.env.AGENT_SIGNUP = before;
  }
};

export const freshContact = () => `agent-${newId().toLowerCase()}@example.com`;

export const registering = (more: object = {}, options: CallOptions = {}) =>
  call('POST', '/api/v1/agents/register', {
    body: { agent_name: 'Builder', contact_email: freshContact(), purpose: 'Fixes pages', ...more },
    ...options,
  });

/** A workspace that an agent registered, and its wallet with so many cents. */
export const newAgent = async ({ cents = 0, contact_email = freshContact() } = {}) => {
  const { status, body, text } = await withOpenSignup(() => registering({ contact_email }));
  if (status !== 200) throw new Error(`The fixture was refused: ${status} ${text}`);
  const id: string = body.workspace_id;
  const as = { credential: body.token as string };
  if (cents > 0) await table().transact(moveCents(id, { kind: 'grant', cents }, now()).writes);
  const { body: sites } = await call('GET', '/api/v1/sites', { as });
  return { id, as, answer: body, contact_email, site_id: sites.items[0].id as string };
};

/** A wallet, and no workspace that anybody is in. */
export const newWallet = async (): Promise<string> => {
  const id = newId();
  await table().put(walletRow(id, now()));
  return id;
};

export const newAdmin = () => signIn({ groups: ['admins'] });

/** A wallet's balance, and its whole ledger, oldest first. */
export const booksOf = async (ws: string) => {
  const wallet = await table().get(keys.wallet(ws));
  const prefix = keys.ledgerEntry(ws, '').sk;
  const entries: Item[] = [];
  let after: Item | undefined;
  do {
    const page = await table().query({
      partition: workspacePartition(ws),
      sort: ['begins_with', prefix],
      consistent: true,
      after,
    });
    entries.push(...page.items);
    after = page.last;
  } while (after);
  const sum = entries.reduce((total, { cents }) => total + Number(cents), 0);
  return { balance: Number(wallet?.balance_cents), sum, entries, kinds: entries.map(({ kind }) => kind) };
};

const SECRET = 'whsec_local';

/** A payment as Stripe tells of it. */
export const paidCheckout = (
  ws: string | null,
  more: Record<string, unknown> = {},
  type = 'checkout.session.completed',
) => ({
  id: `evt_${newId()}`,
  type,
  data: {
    object: {
      id: `cs_${newId()}`,
      client_reference_id: ws,
      payment_status: 'paid',
      amount_total: 500,
      currency: 'usd',
      ...more,
    },
  },
});

export interface Signing {
  secret?: string;
  /** Seconds. */
  at?: number;
  header?: (time: number, signature: string) => string;
}

/** An event with its signature, made over the very bytes. */
const sign = (event: unknown, { secret = SECRET, at, header }: Signing = {}) => {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const time = at ?? Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const signed = header ? header(time, signature) : `t=${time},v1=${signature}`;
  return { body, headers: { 'stripe-signature': signed } };
};

export const deliver = (event: unknown, signing?: Signing) =>
  call('POST', '/api/wallet/webhooks/stripe', sign(event, signing));

/** The body and headers of an event that changes nothing. */
export const signedEvent = () => sign(paidCheckout(null));
