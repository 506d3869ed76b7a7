import { currentKeyId } from '../kit/server-keys.ts';
import type { Operation } from './context.ts';
import type { sites } from './contract.ts';
import { mcpTokenAttributes, siteSecrets } from './secrets.ts';

export const rotateMcpToken: Operation<typeof sites, 'rotateMcpToken'> = async (ctx, { site_id }) => {
  const row = await ctx.sites.get(site_id);
  const next = { key_id: currentKeyId(), version: row.derivations.mcp.version + 1 };
  const tokenOf = (mcp: typeof next) => siteSecrets({ ...row, derivations: { ...row.derivations, mcp } }).mcp_token;
  const rotated = await ctx.sites.rotate(row, next, {
    derivations: { ...row.derivations, mcp: next },
    ...mcpTokenAttributes(tokenOf(next), next),
    updated_at: ctx.now,
  });
  return { mcp_token: tokenOf(rotated) };
};
