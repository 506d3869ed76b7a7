import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { allOf, paged } from '../../kit/paged-list.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import type { InvitationState } from './search.ts';

export type Member = OutputOf<'listMembers'>['items'][number];
export type Role = Member['role'];
export type Invitation = OutputOf<'listInvitations'>['items'][number];
export type ApiToken = OutputOf<'listApiTokens'>['items'][number];
export type AuditEntry = OutputOf<'listAudit'>['items'][number];
export type LedgerEntry = OutputOf<'listLedger'>['items'][number];

export const ROLES: readonly Role[] = ['OWNER', 'MEMBER', 'GUEST'];

const PAGE = 30;
const REFRESH_MS = 3000;

export const useWorkspaceQueries = () => {
  const { workspace, service } = useWorkspace();
  const ws_id = workspace.id;
  return {
    members: queryOptions({
      queryKey: [ws_id, 'members'],
      queryFn: ({ signal }) => allOf(service.listMembers, { ws_id, query: { limit: 200 } }, signal),
      staleTime: 60_000,
    }),
    invitations: (status: InvitationState) =>
      infiniteQueryOptions({
        queryKey: [ws_id, 'invitations', status],
        ...paged(PAGE, (page, options) => service.listInvitations({ ws_id, query: { status, ...page } }, options)),
        refetchInterval: ({ state }) => {
          const isMailing = state.data?.pages.some(({ items }) =>
            items.some((one) => one.mail_status === 'pending' && one.status === 'open'),
          );
          return isMailing ? REFRESH_MS : false;
        },
      }),
    invited: queryOptions({
      queryKey: [ws_id, 'invitations', 'named'],
      queryFn: async ({ signal }) =>
        (await service.listInvitations({ ws_id, query: { status: 'all', limit: 200 } }, { signal })).items,
      staleTime: 60_000,
    }),
    tokens: queryOptions({
      queryKey: [ws_id, 'api-tokens'],
      queryFn: ({ signal }) => allOf(service.listApiTokens, { ws_id }, signal),
    }),
    audit: (filter: { actor?: string; action?: string }) =>
      infiniteQueryOptions({
        queryKey: [ws_id, 'audit', filter],
        ...paged(PAGE, (page, options) => service.listAudit({ ws_id, query: { ...filter, ...page } }, options)),
      }),
    ledger: infiniteQueryOptions({
      queryKey: [ws_id, 'wallet', 'ledger'],
      ...paged(PAGE, (query, options) => service.listLedger({ query }, options)),
      // As current as the balance, from which its balances are counted back.
      staleTime: 0,
    }),
  };
};
