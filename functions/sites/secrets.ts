import { type Derivation, derivedSecret } from '../kit/secrets.ts';
import { sha256 } from '../kit/sha256.ts';
import type { SiteRow, StakeholderRow } from './schema.ts';

/** Of any derivation: the site's own may be of a retired key. */
export const mcpToken = ({ workspace_id, id }: Pick<SiteRow, 'workspace_id' | 'id'>, derivation: Derivation) =>
  derivedSecret('mcp', [workspace_id, id], derivation);

export const siteSecrets = ({ workspace_id, id, derivations }: SiteRow) => ({
  widget_token: derivedSecret('widget', [workspace_id, id], derivations.widget),
  mcp_token: mcpToken({ workspace_id, id }, derivations.mcp),
  loader_secret_id: derivedSecret('loader', [workspace_id, id], derivations.loader),
});

/** The customer's server signs with it who a visitor is. A site that never rotated it has it from its loader's ID. */
export const identitySecret = ({ workspace_id, id, identity, derivations }: SiteRow): string =>
  derivedSecret('identity', [workspace_id, id], identity ?? derivations.loader);

export const mcpTokenAttributes = (token: string, { version }: Derivation) => ({
  mcp_token_hash: sha256(token),
  mcp_version: version,
});

export const secretAttributes = (row: SiteRow) => {
  const secrets = siteSecrets(row);
  return {
    widget_token_hash: sha256(secrets.widget_token),
    loader_hash: sha256(secrets.loader_secret_id),
    ...mcpTokenAttributes(secrets.mcp_token, row.derivations.mcp),
  };
};

export const stakeholderToken = (workspace_id: string, row: Pick<StakeholderRow, 'site_id' | 'id' | 'derivation'>) =>
  derivedSecret('stakeholder', [workspace_id, row.site_id, row.id], row.derivation);
