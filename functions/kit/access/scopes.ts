/** Append only: tokens hold them as bits. */
export const MCP_SCOPES = ['read', 'write', 'review'] as const;
export type McpScope = (typeof MCP_SCOPES)[number];
