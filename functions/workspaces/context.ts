import { apiTokenStore } from '../api-tokens/store.ts';
import type { Actor } from '../kit/actor.ts';
import type { OperationOf } from '../kit/contract/contract.ts';
import { notFound, unauthorised } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { hidePublished, showPublished } from '../personas/listing.ts';
import { hideShowcased, showShowcased } from '../showcase/listing.ts';
import { auditStore } from './audit-store.ts';
import type { workspaces } from './contract.ts';
import { memberStore } from './member-store.ts';
import { WorkspaceRow } from './schema.ts';
import { workspaceStore } from './store.ts';

export const bindWorkspaces = (table: Table, call: Call) => ({
  ...call,
  workspaces: workspaceStore(table, call),
  members: memberStore(table, call),
  apiTokens: apiTokenStore(table, call),
  audit: auditStore(table, call),
  /** The workspace's entries in the marketplace and the showcase. */
  published: {
    hide: async (deleted_at: number) => {
      const { workspace_id } = call.scope;
      await Promise.all([
        hidePublished(table, workspace_id, deleted_at),
        hideShowcased(table, workspace_id, deleted_at),
      ]);
    },
    show: async (deleted_at: number) => {
      const { workspace_id } = call.scope;
      await Promise.all([
        showPublished(table, workspace_id, deleted_at),
        showShowcased(table, workspace_id, deleted_at),
      ]);
    },
  },
});

type Context = ReturnType<typeof bindWorkspaces>;

export type Operation<Id extends keyof (typeof workspaces)['rows']> = OperationOf<Context, typeof workspaces, Id>;

/** The person who calls: every row of this area takes sessions only. */
export const personOf = ({ actor }: Pick<Call, 'actor'>): Extract<Actor, { kind: 'session' }> => {
  if (actor.kind !== 'session') throw unauthorised('unknown');
  return actor;
};

/** The workspace in the path, as authorization has just read it, and the caller's role in it. */
export const workspaceOf = ({ rows, actor }: Pick<Call, 'rows' | 'actor'>) => {
  const { role } = personOf({ actor });
  if (!rows.workspace || role === null) throw notFound();
  return { ...WorkspaceRow.parse(rows.workspace), role };
};
