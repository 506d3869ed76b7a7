import { area } from '../kit/contract/contract.ts';

const PUBLIC = { method: 'GET', role: null, by: [], limits: [] } as const;
const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** Answers from files; without shapes, so that this bundle carries no schema library. Their shapes are in schema.ts. */
export const discovery = area('discovery', {
  getHealth: { ...PUBLIC, path: '/api/health', summary: 'Health check', produces: JSON_TYPE },
  getLlmsTxt: { ...PUBLIC, path: '/llms.txt', summary: 'Short guide for agents', produces: TEXT_TYPE },
  getLlmsFullTxt: { ...PUBLIC, path: '/llms-full.txt', summary: 'Full guide for agents', produces: TEXT_TYPE },
  getMcpJson: {
    ...PUBLIC,
    path: '/mcp.json',
    summary: 'MCP discovery: endpoint and tools',
    produces: JSON_TYPE,
  },
  getOpenapiJson: {
    ...PUBLIC,
    path: '/openapi.json',
    summary: 'OpenAPI 3.1 description of this API',
    produces: JSON_TYPE,
    beyond_spec: true,
  },
});
