import { area, PUBLIC, route } from '../kit/contract/contract.ts';

const JSON_FILE = { produces: 'application/json; charset=utf-8', limits: [] } as const;
const TEXT_FILE = { produces: 'text/plain; charset=utf-8', limits: [] } as const;

/** Without shapes, so that this bundle carries no schema library. They are in schema.ts. */
export const discovery = area('discovery', {
  getHealth: route('GET /api/health', PUBLIC, { ...JSON_FILE, summary: 'Health check' }),
  getLlmsTxt: route('GET /llms.txt', PUBLIC, { ...TEXT_FILE, summary: 'Short guide for agents' }),
  getLlmsFullTxt: route('GET /llms-full.txt', PUBLIC, { ...TEXT_FILE, summary: 'Full guide for agents' }),
  getMcpJson: route('GET /mcp.json', PUBLIC, { ...JSON_FILE, summary: 'MCP discovery: endpoint and tools' }),
  getOpenapiJson: route('GET /openapi.json', PUBLIC, {
    ...JSON_FILE,
    summary: 'OpenAPI 3.1 description of this API',
    beyond_spec: true,
  }),
});
