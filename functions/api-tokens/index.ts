import { serve } from '../kit/http/serve.ts';
import { bindApiTokens } from './context.ts';
import { apiTokens } from './contract.ts';
import { createApiToken } from './create-api-token.ts';
import { listApiTokens } from './list-api-tokens.ts';
import { revokeApiToken } from './revoke-api-token.ts';

export const handler = serve(apiTokens, { createApiToken, listApiTokens, revokeApiToken }, bindApiTokens);
