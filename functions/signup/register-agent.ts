import { setting } from '../kit/config.ts';
import { PRICE_CENTS } from '../wallet/movement.ts';
import { topUpUrl } from '../wallet/top-up-url.ts';
import type { Operation } from './context.ts';

export const registerAgent: Operation<'registerAgent'> = async (ctx, { body }) => {
  const { agent_name, contact_email, purpose = null } = body;
  const made = await ctx.agents.register({ agent_name, contact_email, purpose });
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
