import { BASE_URL_PLACEHOLDER as BASE } from '../../functions/discovery/documents.ts';
import { toolNames } from '../../functions/mcp/tool-names.ts';
import { endpoint } from './endpoints.ts';

/** mcp.json, for MCP discovery. The reader fills in `{mcp_token}`. */
export const mcpJson = () => ({
  mcp_version: '0.1',
  endpoint: `${BASE}/mcp/{mcp_token}`,
  tools: toolNames.map((name) => ({ name, auth: 'mcp_token' })),
  discovery: BASE + endpoint('getMcpJson').row.path,
});
