import { now } from '../kit/clock.ts';
import { answerOnce } from './server.ts';
import type { AgentTool, Clients, ToolCall } from './tool.ts';

const NO_ID = '0'.repeat(26);

/** On a site that doesn't exist, in a workspace that doesn't. */
const rehearsedCall = (clients: Clients): ToolCall => ({
  ...clients,
  actor: { kind: 'mcp', site_id: NO_ID },
  scope: { workspace_id: NO_ID, sites: new Set([NO_ID]), deleted_sites: new Set() },
  rows: {},
  now: now(),
  request: { id: 'start', ip: '', origin: undefined, route_key: '', headers: {}, body: '' },
});

const REVISION = '2026-07-28';
const METHOD = 'tools/call';
const NAME = 'list_annotations';

const MESSAGE = {
  jsonrpc: '2.0',
  id: 1,
  method: METHOD,
  params: {
    name: NAME,
    arguments: { status: 'pending' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'start', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': METHOD,
  'mcp-name': NAME,
};

/** The call that most agents begin with. It reads an empty list, and finds no site. */
export const rehearse = async (clients: Clients, tools: readonly AgentTool[], address: URL): Promise<string> => {
  const request = new Request(address, { method: 'POST', headers: HEADERS, body: JSON.stringify(MESSAGE) });
  const answer = await answerOnce(tools, rehearsedCall(clients), request);
  return answer.text();
};
