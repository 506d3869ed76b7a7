import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Signing in for MCP clients (OAuth 2.1), and the clients that members connected',
  ...signedIn('DeleteItem'),
  fetcher: true,
} as const satisfies AreaSpec;
