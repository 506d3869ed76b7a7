import * as z from 'zod';

/** For the documentation only; the handler answers from constants and files. */
export const Health = z.object({ status: z.literal('ok'), version: z.string() });

export const McpDiscovery = z.object({
  mcp_version: z.string(),
  endpoint: z.string().meta({ description: "Replace `{mcp_token}` with a site's MCP token" }),
  tools: z.array(z.object({ name: z.string(), auth: z.literal('mcp_token') })),
  discovery: z.string().meta({ description: 'URL of this document' }),
});
