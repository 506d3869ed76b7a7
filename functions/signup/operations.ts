import { setting } from '../kit/config.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { PRICE_CENTS, topUpUrl } from '../wallet/movement.ts';
import { accessRequestStore } from './access-request-store.ts';
import { agentStore } from './agent-store.ts';
import type { signup } from './contract.ts';

/** The same for everyone, so that it doesn't show who has asked before. */
const ANSWER = {
  ok: true,
  queued: true,
  message: 'Thank you. Your request is on our list; we will write to you.',
} as const;

export const bindSignup = (table: Table, call: Call) => ({
  ...call,
  accessRequests: accessRequestStore(table, call),
  agents: agentStore(table, call),
});

type Signup = Operations<ReturnType<typeof bindSignup>, typeof signup>;

export const createAccessRequest: Signup['createAccessRequest'] = async (ctx, { body }) => {
  // An Idempotency-Key is of no use here: repeating changes nothing.
  await ctx.accessRequests.add({ email: body.email, intent: body.intent ?? null, source: body.source ?? null });
  return ANSWER;
};

export const listAccessRequests: Signup['listAccessRequests'] = (ctx, { query }) => ctx.accessRequests.list(query);

export const registerAgent: Signup['registerAgent'] = async (ctx, { body }) => {
  const made = await ctx.agents.register(body);
  const base = setting('BASE_URL');
  return {
    ...made,
    plan: 'agent',
    billing_mode: 'prepaid_micro',
    per_review_price_cents: PRICE_CENTS,
    wallet_balance_cents: 0,
    wallet_topup_url: topUpUrl(made.workspace_id),
    api_base: `${base}/api/v1`,
    mcp_discovery: `${base}/mcp.json`,
    docs_for_agents: `${base}/llms-full.txt`,
  };
};
