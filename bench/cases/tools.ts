import { annotationPartition } from '../../functions/kit/table/keys.ts';
import type { Asked } from '../world.ts';
import { type Case, type Ground, post, resolution } from './case.ts';

const MCP_REVISION = '2026-07-28';

/** Of a caller that is named by the address, or signed in. */
export const toolCall = (path: string, tool: string, args: Record<string, unknown>, as?: string): Asked => {
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': MCP_REVISION,
    'mcp-method': 'tools/call',
    'mcp-name': tool,
  };
  const params = {
    name: tool,
    arguments: args,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': MCP_REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  return post(path, as, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
};

const mcp = (tool: string, args: (ground: Ground) => Promise<Record<string, unknown>>): Case => ({
  of: `mcp ${tool}`,
  ask: async (ground) => toolCall(`/mcp/${ground.site.mcp_token}`, tool, await args(ground)),
});

const threadOfTool: NonNullable<Case['reads']> = ({ body }, { workspace_id }) => {
  const { params } = body as { params: { arguments: { id: string } } };
  return [annotationPartition(workspace_id, params.arguments.id)];
};

export const tools: Case[] = [
  mcp('list_annotations', async () => ({ status: 'pending' })),
  { ...mcp('read_annotation', async (g) => ({ id: await g.note() })), reads: threadOfTool },
  mcp('acknowledge', async (g) => ({ id: await g.note() })),
  mcp('reply', async (g) => ({ id: await g.note(), message: 'Which browser is that?' })),
  mcp('resolve', async (g) => ({ id: await g.note(), summary: 'The total is computed anew.' })),
  mcp('patch_annotation', async (g) => ({ id: await g.note(), status: 'blocked' })),
  mcp('get_resolution_upload_url', async (g) => ({
    annotation_id: await g.note(),
    kind: 'after',
    content_type: 'image/png',
    size: 1000,
  })),
  mcp('attach_resolution', async (g) => ({ annotation_id: await g.note(), ...resolution })),
  mcp('list_resolutions', async (g) => ({ annotation_id: await g.note() })),
  mcp('run_personas', async (g) => ({ id: await g.note() })),
];
