import { currentKeyId } from '../kit/server-keys.ts';
import type { Operation } from './context.ts';
import type { sites } from './contract.ts';
import { mcpTokenAttributes, siteSecrets } from './secrets.ts';

export const rotateMcpToken: Operation<typeof sites, 'rotateMcpToken'> = async (ctx, { site_id }) => {
  const row = await ctx.sites.get(site_id);
  const mcp = { key_id: currentKeyId(), version: row.derivations.mcp.version + 1 };
  const derivations = { ...row.derivations, mcp };
  const { mcp_token } = siteSecrets({ ...row, derivations });
  await ctx.sites.rotate(row, { derivations, ...mcpTokenAttributes(mcp_token, mcp), updated_at: ctx.now });
  return { mcp_token };
};
