import { area, beyondSpec, PUBLIC, route } from '../kit/contract/contract.ts';
import { GUIDE } from './guide.ts';

const JSON_FILE = { produces: 'application/json; charset=utf-8', limits: [] } as const;
const TEXT_FILE = { produces: 'text/plain; charset=utf-8', limits: [] } as const;

const PROTECTED_RESOURCE = {
  ...JSON_FILE,
  summary: 'Metadata of the MCP address, for clients that sign in (RFC 9728)',
  beyond_spec: true,
} as const;

/** Without shapes, so that this bundle carries no schema library. They are in schema.ts. */
export const discovery = area('discovery', {
  getHealth: route('GET /api/health', PUBLIC, { ...JSON_FILE, summary: 'Health check' }),
  getLlmsTxt: route(`GET ${GUIDE}`, PUBLIC, { ...TEXT_FILE, summary: 'Short guide for agents' }),
  getLlmsFullTxt: route('GET /llms-full.txt', PUBLIC, { ...TEXT_FILE, summary: 'Full guide for agents' }),
  getLlmsNotesTxt: beyondSpec('GET /llms-notes.txt', PUBLIC, {
    ...TEXT_FILE,
    summary: 'Guide for agents that only work on notes',
  }),
  getMcpJson: route('GET /mcp.json', PUBLIC, { ...JSON_FILE, summary: 'MCP discovery: endpoint and tools' }),
  getProtectedResource: route('GET /.well-known/oauth-protected-resource/mcp', PUBLIC, PROTECTED_RESOURCE),
  getProtectedResourceAtRoot: {
    ...route('GET /.well-known/oauth-protected-resource', PUBLIC, PROTECTED_RESOURCE),
    same_as: 'getProtectedResource',
  },
  getAuthorizationServer: beyondSpec('GET /.well-known/oauth-authorization-server', PUBLIC, {
    ...JSON_FILE,
    summary: 'Metadata of the authorization server of MCP clients (RFC 8414)',
  }),
  getOpenapiJson: beyondSpec('GET /openapi.json', PUBLIC, {
    ...JSON_FILE,
    summary: 'OpenAPI 3.1 description of this API; ?tag=annotations has one area alone',
    refuses: [404],
  }),
});
