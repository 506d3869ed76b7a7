import { NOT_ERASED } from '../kit/access/erased.ts';
import { tryTransactOnce } from '../kit/access/idempotency.ts';
import { newMemberRow } from '../kit/access/sign-in.ts';
import type { Actor } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { unauthorized, unavailable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { LIVE, unchanged } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { type Accepted, type InvitationRow, InvitingWorkspace, invitationRows, Membership } from './schema.ts';
import { whileOpen } from './state.ts';
import { readInvitationToken } from './token.ts';

type Session = Extract<Actor, { kind: 'session' }>;

interface LinkedInvitation {
  row: InvitationRow;
  workspace: InvitingWorkspace;
  member: Item | undefined;
}

const ATTEMPTS = 5;

/** The higher of both roles; a GUEST sees what they saw before and what the invitation grants. */
const joined = (member: Item | undefined, { role, site_grants }: InvitationRow): Membership => {
  if (!member) return { role, site_grants };
  const before = Membership.parse(member);
  if (before.role !== 'GUEST') return before;
  return { role, site_grants: [...new Set([...before.site_grants, ...site_grants])] };
};

const memberWrite = (
  { workspace_id }: InvitationRow,
  session: Session,
  before: Item | undefined,
  after: Membership,
  at: number,
): Write => {
  if (!before) return { put: newMemberRow(workspace_id, session, { ...after, at }), when: [['absent', 'pk']] };
  // A concurrent change of the membership wins; this then starts again from it.
  const asRead: Write['when'] = [['=', 'role', before.role], unchanged('site_grants', before.site_grants)];
  return { update: keys.member(workspace_id, session.user_id), set: { ...after, updated_at: at }, when: asRead };
};

export const linkStore = (table: Table, { actor, now, once }: Pick<Call, 'actor' | 'now' | 'once'>) => ({
  read: async (token: string): Promise<LinkedInvitation | undefined> => {
    const named = readInvitationToken(token);
    if (!named || named.expires_at <= now) return undefined;
    const [row, inviting, member] = await Promise.all([
      invitationRows.find(table, [named.workspace_id, named.id]),
      table.get(keys.workspace(named.workspace_id)),
      actor.kind === 'session' ? table.get(keys.member(named.workspace_id, actor.user_id)) : undefined,
    ]);
    if (!row || !inviting) return undefined;
    const workspace = InvitingWorkspace.parse(inviting);
    return workspace.deleted_at === undefined && row.expires_at > now ? { row, workspace, member } : undefined;
  },

  accept: async ({ row, member }: LinkedInvitation, session: Session): Promise<Accepted | undefined> => {
    const { workspace_id, id } = row;
    const { user_id } = session;
    let before = member;
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const after = joined(before, row);
      const writes: Write[] = [
        {
          update: keys.invitation(workspace_id, id),
          set: { accepted_at: now, accepted_by: user_id },
          when: whileOpen(now),
        },
        { check: keys.workspace(workspace_id), when: LIVE },
        memberWrite(row, session, before, after, now),
        { check: keys.user(user_id), when: NOT_ERASED, else: () => unauthorized('account deleted') },
        auditEntry(workspace_id, session, 'invitation.accept', { invitation_id: id, role: after.role }),
      ];
      const { result, failed } = await tryTransactOnce(table, once, { workspace_id, user_id, ...after }, writes);
      if (!failed) return result;
      if (failed.includes(0) || failed.includes(1)) return undefined;
      before = await table.get(keys.member(workspace_id, user_id));
    }
    throw unavailable('memberships_changing');
  },
});
