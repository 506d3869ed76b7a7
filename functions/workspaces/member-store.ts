import { invitationStore } from '../invitations/store.ts';
import { formerMemberRow } from '../kit/access/membership.ts';
import { isVisible } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { conflict, insufficientRole, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys } from '../kit/table/keys.ts';
import { listRows, type PageRequest } from '../kit/table/page.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { type MemberRow, memberRows } from './schema.ts';

const ATTEMPTS = 6;

type Part = 'target' | 'caller' | 'workspace' | 'former' | 'audit' | 'invitation' | 'invitation_audit';
type Parts = Partial<Record<Part, Write>>;
type Changes = Partial<Pick<MemberRow, 'role' | 'site_grants'>>;

const isOwner = ({ role }: Pick<MemberRow, 'role'>) => role === 'OWNER';

const isNarrowed = (before: MemberRow, after: MemberRow) =>
  after.role === 'GUEST' &&
  (before.role !== 'GUEST' || before.site_grants.some((site) => !after.site_grants.includes(site)));

/** There is always an OWNER: the workspace's row counts them, and each loss is conditioned on that. */
export const memberStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const caller = 'user_id' in call.actor ? call.actor.user_id : '';
  const keyOf = (user: string) => keys.member(workspace_id, user);
  const audited = (action: string, target: Item): Write => auditEntry(workspace_id, call.actor, action, target);

  const find = (user: string) => memberRows.find(table, [workspace_id, user]);
  const get = (user: string) => memberRows.get(table, [workspace_id, user]);

  /** A caller who changes another's membership must still be OWNER. */
  const stillOwner = (target: string): Parts =>
    target === caller ? {} : { caller: { check: keyOf(caller), when: [['=', 'role', 'OWNER']] } };

  const countOwners = (change: number): Parts =>
    change === 0
      ? {}
      : {
          workspace: {
            update: keys.workspace(workspace_id),
            add: { owner_count: change },
            when: change < 0 ? [['>', 'owner_count', 1]] : [['exists', 'pk']],
          },
        };

  /** It would undo a removal or a lower role. Read by the account's address, since only that one could accept it. */
  const closeInvitation = async ({ user_id, email }: MemberRow): Promise<Parts> => {
    const user = await table.get(keys.user(user_id));
    const invitations = invitationStore(table, call);
    const { open } = await invitations.earlierOf(typeof user?.email === 'string' ? user.email : email);
    if (!open) return {};
    const { row, audit } = invitations.revocation(open.id);
    return { invitation: row, invitation_audit: audit };
  };

  const failedOf = async (parts: Parts): Promise<Part[]> => {
    const failed = await table.failedWrites(Object.values(parts));
    return failed.flatMap((index) => (Object.keys(parts) as Part[])[index] ?? []);
  };

  const settle = async (
    first: MemberRow,
    plan: (row: MemberRow) => Parts | Promise<Parts>,
    again: (user: string) => Promise<MemberRow> = get,
  ): Promise<void> => {
    let row = first;
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const failed = await failedOf(await plan(row));
      if (failed.length === 0) return;
      if (failed.includes('caller')) throw insufficientRole();
      if (failed.includes('workspace') && !failed.includes('target')) throw conflict('last_owner');
      row = await again(row.user_id);
    }
    throw conflict('member_modified');
  };

  return {
    get,

    list: (asked: PageRequest) => listRows(table, call, asked, memberRows, [workspace_id], { consistent: true }),

    unknownSites: async (sites: readonly string[]): Promise<string[]> => {
      const rows = await table.getMany(sites.map((site) => keys.site(workspace_id, site)));
      const known = new Set(rows.filter((row) => row.deleted_at === undefined).map(({ id }) => id));
      return sites.filter((site) => !known.has(site) || !isVisible(call.scope, site));
    },

    patch: async (first: MemberRow, changes: Changes): Promise<MemberRow> => {
      let changed = first;
      await settle(first, async (row) => {
        // Meanwhile another OWNER may have taken the role that this request came with.
        if (row.user_id === caller && !isOwner(row)) throw insufficientRole();
        changed = { ...row, ...changes };
        return {
          target: {
            update: keyOf(row.user_id),
            set: { ...changes, updated_at: call.now },
            when: [['=', 'role', row.role]],
          },
          ...stillOwner(row.user_id),
          ...countOwners(Number(isOwner(changed)) - Number(isOwner(row))),
          audit: audited('member.patch', { user_id: row.user_id, from: row.role, ...changes }),
          ...(isNarrowed(row, changed) ? await closeInvitation(row) : {}),
        };
      });
      return changed;
    },

    remove: async (user: string): Promise<void> => {
      await settle(await get(user), async (row) => ({
        target: { delete: keyOf(user), when: [['=', 'role', row.role]] },
        ...stillOwner(user),
        ...countOwners(isOwner(row) ? -1 : 0),
        former: { put: formerMemberRow(workspace_id, user, call.now) },
        audit: audited(user === caller ? 'member.leave' : 'member.remove', { user_id: user, role: row.role }),
        ...(await closeInvitation(row)),
      }));
    },

    transfer: async (user: string): Promise<void> => {
      const candidate = async () => {
        const row = await find(user);
        if (!row) throw unprocessable(['body', 'user_id'], 'not_a_member');
        return row;
      };
      const plan = (row: MemberRow): Parts => ({
        target: {
          update: keyOf(user),
          set: { role: 'OWNER', updated_at: call.now },
          when: [['=', 'role', row.role]],
        },
        caller: {
          update: keyOf(caller),
          set: { role: 'MEMBER', updated_at: call.now },
          when: [['=', 'role', 'OWNER']],
        },
        ...countOwners(isOwner(row) ? -1 : 0),
        audit: audited('workspace.transfer_owner', { user_id: user }),
      });
      await settle(await candidate(), plan, candidate);
    },
  };
};
