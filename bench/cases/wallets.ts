import { createHmac } from 'node:crypto';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { moveCents } from '../../functions/wallet/movement.ts';
import { REVIEW } from '../reviews.ts';
import { type Asked, call } from '../world.ts';
import { alsoOnce, asAdmin, type Case, type Ground, get, post } from './case.ts';

const SECRET = 'whsec_bench';
Object.assign(process.env, {
  AGENT_SIGNUP: 'open',
  OPERATORS_MAIL: 'operators@sidenote.example',
  STRIPE_WEBHOOK_SECRET: SECRET,
});

const contact = () => `agent-${newId().toLowerCase()}@example.com`;

const registering = (contact_email = contact()): Asked =>
  post('/api/v1/agents/register', undefined, { agent_name: 'Builder', contact_email });

/** A workspace with ten dollars, and the email address that may claim it. */
const newAgent = async ({ table }: Ground) => {
  const contact_email = contact();
  const made = await call<{ workspace_id: string; token: string }>(registering(contact_email));
  const grant = { kind: 'grant', cents: 1000 } as const;
  await table.transact(moveCents(made.workspace_id, grant, now()).writes);
  // Records its first use in parallel.
  await call(get('/api/v1/sites', made.token));
  return { ...made, contact_email };
};

const ask = (email: string): Asked =>
  post('/api/access-requests', undefined, { email, intent: 'To review our pages', source: 'a friend' });

const paid = (workspace_id: string): Asked => {
  const object = {
    id: `cs_${newId()}`,
    client_reference_id: workspace_id,
    payment_status: 'paid',
    amount_total: 500,
    currency: 'usd',
  };
  const body = { id: `evt_${newId()}`, type: 'checkout.session.completed', data: { object } };
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET)
    .update(`${time}.${JSON.stringify(body)}`)
    .digest('hex');
  const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
  return post('/api/wallet/webhooks/stripe', undefined, body, headers);
};

export const signup: Case[] = [
  { of: 'createAccessRequest', ask: async () => ask(contact()) },
  {
    of: 'createAccessRequest',
    variant: 'asked before',
    ask: async () => {
      const asked = ask(contact());
      await call(asked);
      return asked;
    },
  },
  { of: 'listAccessRequests', ask: async (g) => get('/api/admin/access-requests?limit=10', await asAdmin(g)) },
  ...alsoOnce({ of: 'registerAgent', ask: async () => registering() }),
  {
    of: 'getWorkspace',
    variant: 'claimed by its contact',
    budget: 'claiming',
    ask: async (g) => {
      const { workspace_id, contact_email } = await newAgent(g);
      const session = await g.signIn(contact_email);
      await call(get('/api/v1/sites', session));
      return get(`/api/workspaces/${workspace_id}`, session);
    },
  },
];

export const wallet: Case[] = [
  { of: 'getWallet', ask: async (g) => get('/api/wallet', (await newAgent(g)).token) },
  { of: 'listLedger', ask: async (g) => get('/api/wallet/ledger', (await newAgent(g)).token) },
  { of: 'receiveStripeEvent', ask: async (g) => paid((await newAgent(g)).workspace_id) },
  {
    of: 'topUpWallet',
    ask: async (g) =>
      post(`/api/admin/wallets/${(await newAgent(g)).workspace_id}/top-up`, await asAdmin(g), { cents: 500 }),
  },
  {
    of: 'createReview',
    variant: 'paid from a wallet',
    budget: 'paidReview',
    ask: async (g) => post('/api/reviews', (await newAgent(g)).token, REVIEW),
  },
];
