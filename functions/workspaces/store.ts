import { claimWorkspaces } from '../kit/access/claims.ts';
import { isErased, NOT_ERASED } from '../kit/access/erased.ts';
import { tryTransactOnce } from '../kit/access/idempotency.ts';
import { newWorkspaceRows } from '../kit/access/sign-in.ts';
import type { Role } from '../kit/actor.ts';
import { type Identity, personalWorkspaceOf } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { now } from '../kit/clock.ts';
import { forbidden, notFound, unauthorized, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { below, LIVE } from '../kit/table/expression.ts';
import { type Key, keys, partitions } from '../kit/table/keys.ts';
import type { PageRequest } from '../kit/table/page.ts';
import { mapPage, type Page, pageUpTo, readCursor } from '../kit/table/page.ts';
import { isLive, requireIds } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { OWED } from '../owed/jobs.ts';
import { deletionWrites } from './deletion.ts';
import { MAX_WORKSPACES, memberRows, type WorkspaceRow, workspaceRows } from './schema.ts';

type OfPerson = WorkspaceRow & { role: Role };

export const workspaceStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, target: Item): Write => auditEntry(workspace_id, call.actor, action, target);

  const ofPerson = async (ids: readonly string[], user: string): Promise<Map<string, OfPerson>> => {
    const wanted = ids.flatMap((id): Key[] => [keys.workspace(id), keys.member(id, user)]);
    const rows = await table.getEach(wanted, { consistent: true });
    const found = ids.flatMap((id, place): [string, OfPerson][] => {
      const [workspace, member] = rows.slice(2 * place);
      if (!workspace || !member) return [];
      return [[id, { ...workspaceRows.parse(workspace), role: memberRows.parse(member).role }]];
    });
    return new Map(found);
  };

  const joinedBy = async (user: string): Promise<string[]> => {
    const rows = await table.queryAll({ index: 'gsi1', partition: partitions.userWorkspaces(user) });
    return rows.map((row) => requireIds(keys.member, row)[0]);
  };

  return {
    create: async (person: Identity, made: Pick<WorkspaceRow, 'id' | 'name' | 'slug'>) => {
      const rows = newWorkspaceRows(person, { ...made, personal: false }, call.now);
      const count: Write = {
        update: keys.user(person.user_id),
        add: { workspace_count: 1 },
        when: [['exists', 'pk'], ...NOT_ERASED, below('workspace_count', MAX_WORKSPACES)],
      };
      const puts = rows.map((put): Write => ({ put, when: [['absent', 'pk']] }));
      const audit = auditEntry(made.id, call.actor, 'workspace.create', { name: made.name });
      const writes = [count, ...puts, audit];
      const { result, failed } = await tryTransactOnce(table, call.once, { id: made.id }, writes);
      if (!failed) return { row: workspaceRows.parse(rows[0]), storedId: result.id };
      if (isErased(await table.get(keys.user(person.user_id)), call.now)) throw unauthorized('account deleted');
      throw unprocessable(['body'], 'workspace_limit', { max: MAX_WORKSPACES }, 'too_many');
    },

    findOwn: async (id: string, user: string): Promise<OfPerson | undefined> => {
      const found = (await ofPerson([id], user)).get(id);
      return found?.deleted_at === undefined ? found : undefined;
    },

    /** Deleted ones too; newest first, the personal one last. Claims the workspaces that wait for the person. */
    listOf: async (person: Identity, { limit, cursor }: PageRequest): Promise<Page<OfPerson>> => {
      const { user_id } = person;
      const binding = { route: call.operation_id, workspace_id: user_id, filter: {} };
      const from = readCursor(cursor, binding);
      const [joined, claimed] = await Promise.all([joinedBy(user_id), claimWorkspaces(table, person)]);
      const personal = personalWorkspaceOf(user_id);
      const others = new Set([...joined, ...claimed].filter((id) => id !== personal));
      // An index may show a moment late what has just been made.
      const all = [...[...others].sort().reverse(), personal];
      const rest = from === undefined ? all : all.filter((id) => id < from || id === personal);
      const ids = rest.slice(0, limit);
      const found = await ofPerson(ids, user_id);
      const page = pageUpTo(ids, rest.length <= limit, binding, (id) => id);
      return mapPage(page, (id) => found.get(id));
    },

    patch: async (set: Item) => {
      const changed = Object.keys(set).filter((name) => name !== 'updated_at');
      await table.transact([
        { update: keys.workspace(workspace_id), set, when: LIVE, else: notFound },
        audited('workspace.patch', { changed }),
      ]);
    },

    markDeleted: () =>
      table.transact(
        deletionWrites(workspace_id, {
          actor: call.actor,
          at: call.now,
          when: [...LIVE, ['=', 'personal', false]],
          else: () => forbidden('workspace_deleted'),
        }),
      ),

    restore: async (deleted_at: number) => {
      const revive: Write = {
        update: keys.workspace(workspace_id),
        set: { updated_at: call.now },
        remove: ['deleted_at', 'purge_at', ...OWED],
        when: [
          ['=', 'deleted_at', deleted_at],
          ['>', 'purge_at', now()],
          ['absent', 'purging_at'],
        ],
      };
      const due: Write = {
        delete: keys.workspaceDue(workspace_id),
        when: [['any', [[['absent', 'pk']], [['=', 'deleted_at', deleted_at]]]]],
      };
      if (await table.tryTransact([revive, due, audited('workspace.restore', {})])) return;
      const row = await table.get(keys.workspace(workspace_id));
      if (!isLive(row)) throw notFound();
    },
  };
};
