import { area } from '../kit/contract/contract.ts';
import { Deleted, LongPageQuery, pageOf } from '../kit/contract/schema.ts';
import { ApiToken, ApiTokenCreate, ApiTokenShown } from './schema.ts';

const SESSION = ['session'] as const;

export const apiTokens = area('api-tokens', {
  createApiToken: {
    method: 'POST',
    path: '/api/workspaces/{ws_id}/api-tokens',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Create an API token; it is shown only once',
    body: ApiTokenCreate,
    response: ApiTokenShown,
  },
  listApiTokens: {
    method: 'GET',
    path: '/api/workspaces/{ws_id}/api-tokens',
    role: 'MEMBER',
    by: SESSION,
    scope: 'path',
    summary: 'List API tokens, newest first: all for an OWNER, their own for a MEMBER',
    query: LongPageQuery,
    response: pageOf(ApiToken),
  },
  revokeApiToken: {
    method: 'DELETE',
    path: '/api/workspaces/{ws_id}/api-tokens/{token_id}',
    role: 'MEMBER',
    by: SESSION,
    scope: 'path',
    summary: 'Revoke an API token immediately: any for an OWNER, their own for a MEMBER',
    response: Deleted,
  },
});
