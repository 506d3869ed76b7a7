import { NOT_ERASED } from '../kit/access/erased.ts';
import { type Once, transactOnce } from '../kit/access/idempotency.ts';
import { newMemberRow } from '../kit/access/sign-in.ts';
import type { Actor } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { unauthorised, unavailable } from '../kit/errors.ts';
import { LIVE } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import { ConditionFailed, type Item, type Table, type Write } from '../kit/table/table.ts';
import type { LinkedInvitation } from './by-link.ts';
import type { Accepted, InvitationRow } from './schema.ts';
import { whileOpen } from './state.ts';

type Session = Extract<Actor, { kind: 'session' }>;
type Membership = Pick<Accepted, 'role' | 'site_grants'>;

const ATTEMPTS = 5;
const RANK = { GUEST: 1, MEMBER: 2, OWNER: 3 } as const;

const membershipOf = (member: Item): Membership => ({
  role: member.role as Membership['role'],
  site_grants: member.site_grants instanceof Set ? [...member.site_grants] : ((member.site_grants as string[]) ?? []),
});

/** The higher of both roles; a GUEST sees what they saw before and what the invitation grants. */
const joined = (before: Membership | undefined, row: InvitationRow): Membership => {
  if (!before) return { role: row.role, site_grants: row.site_grants };
  if (RANK[before.role] > RANK[row.role] || before.role === 'MEMBER') return before;
  return { role: row.role, site_grants: [...new Set([...before.site_grants, ...row.site_grants])] };
};

const memberWrite = (
  row: InvitationRow,
  session: Session,
  before: Item | undefined,
  after: Membership,
  at: number,
): Write => {
  const key = keys.member(row.workspace_id, session.user_id);
  if (!before) return { put: newMemberRow(row.workspace_id, session, { ...after, at }), when: [['absent', 'pk']] };
  // Whoever changes the membership meanwhile wins; this then starts again from what they wrote.
  const unchanged: Write['when'] = [
    ['=', 'role', before.role],
    before.site_grants === undefined ? ['absent', 'site_grants'] : ['=', 'site_grants', before.site_grants],
  ];
  return { update: key, set: { ...after, updated_at: at }, when: unchanged };
};

const UNDONE = 'undone';

/**
 * One transaction marks the invitation accepted, adds or raises the member and writes the audit entry. Undefined where the
 * invitation is no longer open, or its workspace gone.
 */
export const accept = async (
  table: Table,
  { row, member }: Pick<LinkedInvitation, 'row' | 'member'>,
  session: Session,
  once: Once | undefined,
  at: number,
): Promise<Accepted | undefined> => {
  const { workspace_id, id } = row;
  const attempt = async (before: Item | undefined): Promise<Accepted | undefined | typeof UNDONE> => {
    const after = joined(before && membershipOf(before), row);
    const writes: Write[] = [
      {
        update: keys.invitation(workspace_id, id),
        set: { accepted_at: at, accepted_by: session.user_id },
        when: whileOpen(at),
      },
      {
        check: keys.workspace(workspace_id),
        when: LIVE,
      },
      memberWrite(row, session, before, after, at),
      { check: keys.user(session.user_id), when: NOT_ERASED },
      auditEntry(workspace_id, session, 'invitation.accept', { invitation_id: id, role: after.role }),
    ];
    try {
      const made = { workspace_id, user_id: session.user_id, ...after };
      return (await transactOnce(table, once, made, writes)).result;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (error.failed.includes(3)) throw unauthorised('account deleted');
      return error.failed.includes(0) || error.failed.includes(1) ? undefined : UNDONE;
    }
  };
  let before = member;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const outcome = await attempt(before);
    if (outcome !== UNDONE) return outcome;
    before = await table.get(keys.member(workspace_id, session.user_id));
  }
  throw unavailable('memberships_changing');
};
