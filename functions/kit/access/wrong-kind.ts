import type { CredentialFault } from '../errors.ts';
import { SECRETS, type SecretKind } from '../secrets.ts';

const FAULTS: Partial<Record<SecretKind, CredentialFault>> = {
  api: 'an API token',
  mcp: 'an MCP token',
  access: 'an OAuth access token',
  widget: 'a widget token',
  stakeholder: 'a stakeholder token',
  share: 'a share token',
};

/** By its prefix alone, for a credential that was sent to a place of another kind. */
export const wrongKind = (text: string): CredentialFault | undefined => {
  const kinds = Object.keys(FAULTS) as SecretKind[];
  const kind = kinds.find((one) => text.startsWith(SECRETS[one].prefix));
  return kind && FAULTS[kind];
};
