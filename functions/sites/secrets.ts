import { type Derivation, derivedSecret } from '../kit/access/secrets.ts';
import { sha256 } from '../kit/server-keys.ts';
import type { SiteRow } from './schema.ts';

/** The three secrets of a site, as they follow from its row. */
export const siteSecrets = ({
  workspace_id,
  id,
  derivations,
}: Pick<SiteRow, 'workspace_id' | 'id' | 'derivations'>) => ({
  widget_token: derivedSecret('widget', [workspace_id, id], derivations.widget),
  mcp_token: derivedSecret('mcp', [workspace_id, id], derivations.mcp),
  loader_secret_id: derivedSecret('loader', [workspace_id, id], derivations.loader),
});

/** The MCP token's fields in a site's row. */
export const mcpTokenAttributes = (token: string, { version }: Derivation) => ({
  mcp_token_hash: sha256(token),
  mcp_version: version,
});

/** The secrets' fields in a site's row. */
export const secretAttributes = (row: SiteRow) => {
  const secrets = siteSecrets(row);
  return {
    widget_token_hash: sha256(secrets.widget_token),
    loader_hash: sha256(secrets.loader_secret_id),
    ...mcpTokenAttributes(secrets.mcp_token, row.derivations.mcp),
  };
};
