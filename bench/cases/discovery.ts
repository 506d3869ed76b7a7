import { type Case, get } from './case.ts';

export const discovery: Case[] = [
  { of: 'getHealth', ask: async () => get('/api/health') },
  { of: 'getLlmsTxt', ask: async () => get('/llms.txt') },
  { of: 'getLlmsFullTxt', ask: async () => get('/llms-full.txt') },
  { of: 'getLlmsNotesTxt', ask: async () => get('/llms-notes.txt') },
  { of: 'getMcpJson', ask: async () => get('/mcp.json') },
  { of: 'getProtectedResource', ask: async () => get('/.well-known/oauth-protected-resource/mcp') },
  { of: 'getProtectedResourceAtRoot', ask: async () => get('/.well-known/oauth-protected-resource') },
  { of: 'getAuthorizationServer', ask: async () => get('/.well-known/oauth-authorization-server') },
  { of: 'getOpenapiJson', ask: async () => get('/openapi.json') },
];
