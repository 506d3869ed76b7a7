import { MCP_SCOPES } from '../kit/access/scopes.ts';
import { setting } from '../kit/config.ts';
import type { RawAnswer } from '../kit/contract/contract.ts';
import type { Request } from '../kit/contract/request.ts';
import { noSuchRoute } from '../kit/errors.ts';
import { document, hasDocument } from './documents.ts';

export const getHealth = (): RawAnswer => ({ text: JSON.stringify({ status: 'ok', version: '0.1.0' }) });
export const getLlmsTxt = () => document('llms.txt');
export const getLlmsFullTxt = () => document('llms-full.txt');
export const getLlmsNotesTxt = () => document('llms-notes.txt');
export const getMcpJson = () => document('mcp.json');

export const getOpenapiJson = ({ query: { tag } }: Pick<Request, 'query'>) => {
  if (tag === undefined) return document('openapi.json');
  if (!/^[a-z-]{1,30}$/.test(tag) || !hasDocument(`openapi/${tag}.json`)) throw noSuchRoute();
  return document(`openapi/${tag}.json`);
};

const cached = (value: object): RawAnswer => ({
  text: JSON.stringify(value),
  headers: { 'cache-control': 'public, max-age=300' },
});

export const getProtectedResource = (): RawAnswer => {
  const base = setting('BASE_URL');
  return cached({
    resource: `${base}/mcp`,
    resource_name: 'Sidenote',
    resource_documentation: `${base}/llms.txt`,
    authorization_servers: [base],
    scopes_supported: MCP_SCOPES,
    bearer_methods_supported: ['header'],
  });
};

export const getAuthorizationServer = (): RawAnswer => {
  const issuer = setting('BASE_URL');
  return cached({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    service_documentation: `${issuer}/llms.txt`,
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
};
