import { BASE_URL_PLACEHOLDER as BASE } from '../../functions/discovery/documents.ts';
import { MCP_SCOPES } from '../../functions/kit/access/scopes.ts';

/** RFC 9728. */
export const protectedResource = () => ({
  resource: `${BASE}/mcp`,
  resource_name: 'Sidenote',
  resource_documentation: `${BASE}/llms.txt`,
  authorization_servers: [BASE],
  scopes_supported: MCP_SCOPES,
  bearer_methods_supported: ['header'],
});

/** RFC 8414. */
export const authorizationServer = () => ({
  issuer: BASE,
  authorization_endpoint: `${BASE}/oauth/authorize`,
  token_endpoint: `${BASE}/oauth/token`,
  registration_endpoint: `${BASE}/oauth/register`,
  revocation_endpoint: `${BASE}/oauth/revoke`,
  service_documentation: `${BASE}/llms.txt`,
  scopes_supported: MCP_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
});
