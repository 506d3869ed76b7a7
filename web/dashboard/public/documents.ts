/** A stage's documents for agents. */
export const DOCUMENTS = ['/llms.txt', '/mcp.json', '/openapi.json'] as const;
