import { type Case, get } from './case.ts';

export const discovery: Case[] = [
  { of: 'getHealth', ask: async () => get('/api/health') },
  { of: 'getLlmsTxt', ask: async () => get('/llms.txt') },
  { of: 'getLlmsFullTxt', ask: async () => get('/llms-full.txt') },
  { of: 'getMcpJson', ask: async () => get('/mcp.json') },
  { of: 'getOpenapiJson', ask: async () => get('/openapi.json') },
];
