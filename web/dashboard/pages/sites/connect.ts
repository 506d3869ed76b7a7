export const connectClaude = (url: string) => `claude mcp add --transport http sidenote ${url}`;

export const connectCursor = (url: string) => JSON.stringify({ mcpServers: { sidenote: { url } } }, null, 2);

export const connectVsCode = (url: string) =>
  `code --add-mcp '${JSON.stringify({ name: 'sidenote', type: 'http', url })}'`;

export const cursorLink = (url: string) =>
  `cursor://anysphere.cursor-deeplink/mcp/install?name=sidenote&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`;

export const connectByHttp = (base: string, siteId: string) => `export SIDENOTE_TOKEN=svat_…
api() { curl -sS -H "Authorization: Bearer $SIDENOTE_TOKEN" -H 'content-type: application/json' "${base}/api/v1/$@"; }

api 'sites/${siteId}/annotations?status=pending'
api "annotations/$ID/markdown"
api "annotations/$ID/replies" -d '{"body": "On it."}'
api "annotations/$ID/resolutions" -d '{"explanation": "The total includes the discount."}'
api "annotations/$ID" -X PATCH -d '{"status": "resolved", "summary": "Fixed the total."}'`;

export const masked = (text: string, secret: string) =>
  text.replaceAll(secret, `${/^[a-z]+_/.exec(secret)?.[0] ?? ''}${'•'.repeat(16)}`);

interface Answer {
  result?: { tools?: unknown[]; serverInfo?: { name?: string } };
  error?: { message?: string };
}

/** A response is JSON or one event of a stream. */
const read = async (answer: Response): Promise<Answer> => {
  const text = await answer.text();
  const data = /^data: (.*)$/m.exec(text)?.[1];
  return JSON.parse(data ?? text) as Answer;
};

const ask = async (url: string, method: string, params: object): Promise<NonNullable<Answer['result']>> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  if (!answer.ok) throw new Error(`MCP: ${answer.status} ${answer.statusText}`);
  const { result, error } = await read(answer);
  if (!result) throw new Error(`MCP: ${error?.message ?? 'empty'}`);
  return result;
};

export const testMcp = async (url: string): Promise<{ name: string; tools: number; ms: number }> => {
  const began = performance.now();
  const hello = await ask(url, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'sidenote-dashboard', version: '1' },
  });
  const { tools = [] } = await ask(url, 'tools/list', {});
  return {
    name: hello.serverInfo?.name ?? 'Sidenote',
    tools: tools.length,
    ms: Math.round(performance.now() - began),
  };
};
