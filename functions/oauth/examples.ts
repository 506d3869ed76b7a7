import type { Examples } from '../kit/contract/examples.ts';
import type { oauth } from './contract.ts';

export const examples = {
  registerClient: { client_name: 'Editor', redirect_uris: ['http://localhost:33418/callback'] },
  readOAuthRequest: ({ oauth_request }) => ({ request: oauth_request }),
  createConnection: ({ oauth_request }) => ({ request: oauth_request, scopes: ['read', 'write'] }),
} satisfies Examples<typeof oauth>;
