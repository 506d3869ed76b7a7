/** What a stage tells agents of itself. */
export const DOCUMENTS = ['/llms.txt', '/mcp.json', '/openapi.json'] as const;
