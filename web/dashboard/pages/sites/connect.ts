export const connectClaude = (url: string) => `claude mcp add --transport http sidenote ${url}`;

export const connectCursor = (url: string) => JSON.stringify({ mcpServers: { sidenote: { url } } }, null, 2);

const REQUEST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

export const connectByHttp = (url: string) =>
  `curl ${url} \\
  -H 'content-type: application/json' \\
  -H 'accept: application/json, text/event-stream' \\
  -d '${JSON.stringify(REQUEST)}'`;

interface Answer {
  result?: { tools?: unknown[]; serverInfo?: { name?: string } };
  error?: { message?: string };
}

/** An answer comes as JSON or as one event of a stream. */
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

/** Does what an agent does first: says hello and asks for the tools. */
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
