import { area, MEMBERS_IN_PATH, OWNERS_IN_PATH, route } from '../kit/contract/contract.ts';
import { Deleted, LongPageQuery, pageOf } from '../kit/contract/schema.ts';
import { ApiToken, ApiTokenCreate, ApiTokenShown } from './schema.ts';

export const apiTokens = area('api-tokens', {
  createApiToken: route('POST /api/workspaces/{ws_id}/api-tokens', OWNERS_IN_PATH, {
    summary: 'Create an API token; it is shown only once',
    body: ApiTokenCreate,
    response: ApiTokenShown,
    refuses: [409],
  }),
  listApiTokens: route('GET /api/workspaces/{ws_id}/api-tokens', MEMBERS_IN_PATH, {
    summary: 'List API tokens, newest first: all for an OWNER, their own for a MEMBER',
    query: LongPageQuery,
    response: pageOf(ApiToken),
  }),
  revokeApiToken: route('DELETE /api/workspaces/{ws_id}/api-tokens/{token_id}', MEMBERS_IN_PATH, {
    summary: 'Revoke an API token immediately: any for an OWNER, their own for a MEMBER',
    response: Deleted,
  }),
});
