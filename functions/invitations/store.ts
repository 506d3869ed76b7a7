import { isReplay, transactOnce, tryTransactOnce, unlessReplayed } from '../kit/access/idempotency.ts';
import { stillOwner } from '../kit/access/membership.ts';
import { actorIdOf, auditEntry, causedBy } from '../kit/audit/audit-log.ts';
import { dayOf, endOfDay, SECOND, ttlAt } from '../kit/clock.ts';
import { conflict, notFound, tooManyRequests } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { countWithin } from '../kit/table/count-within.ts';
import type { Test } from '../kit/table/expression.ts';
import { keys, scratchKeys } from '../kit/table/keys.ts';
import { listRows, type PageRequest } from '../kit/table/page.ts';
import { textAt } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { personOfAddress } from '../kit/text/address.ts';
import { owedMail } from '../mail/owed-mail.ts';
import { isSuppressed } from '../mail/suppressions.ts';
import {
  type InvitationRow,
  type InvitationStatus,
  invitationRows,
  MAX_A_DAY,
  MAX_GRANTS,
  MAX_RESENDS,
  REMEMBERED,
  RESEND_WINDOW,
} from './schema.ts';
import { refusalOf, statusOf, whileOpen } from './state.ts';

interface Earlier {
  latest?: string | undefined;
  open?: InvitationRow | undefined;
}

/** A guest who is invited to one site after another sees all of them. */
const withEarlierSites = (earlier: InvitationRow | undefined, later: InvitationRow): InvitationRow =>
  earlier?.role === 'GUEST' && later.role === 'GUEST'
    ? { ...later, site_grants: [...new Set([...later.site_grants, ...earlier.site_grants])].slice(0, MAX_GRANTS) }
    : later;

const FILTERS: Record<InvitationStatus | 'all', (at: number) => readonly Test[]> = {
  all: () => [],
  open: whileOpen,
  accepted: () => [['exists', 'accepted_at']],
  revoked: () => [['exists', 'revoked_at']],
  expired: (at) => [
    ['absent', 'accepted_at'],
    ['absent', 'revoked_at'],
    ['<=', 'expires_at', at],
  ],
};

export const invitationStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, invitation_id: string, more: Item = {}): Write =>
    auditEntry(workspace_id, call.actor, action, { invitation_id, ...more });

  const find = (id: string) => invitationRows.find(table, [workspace_id, id]);

  const get = (id: string) => invitationRows.get(table, [workspace_id, id]);

  /** Each mail has its own row, so that a resend never blocks another. */
  const mailFor = (row: InvitationRow): Write => {
    const key = keys.invitationMail(workspace_id, row.id, newId());
    return {
      put: {
        ...key,
        workspace_id,
        invitation_id: row.id,
        caused_by: causedBy(workspace_id, call.actor),
        ...owedMail('invitation', key, call.now, row.expires_at + REMEMBERED),
      },
    };
  };

  const revocation = (id: string): { row: Write; audit: Write } => ({
    row: {
      update: keys.invitation(workspace_id, id),
      set: { revoked_at: call.now, revoked_by: actorIdOf(call.actor) },
      when: whileOpen(call.now),
    },
    audit: audited('invitation.revoke', id),
  });

  return {
    get,

    revocation,

    wasCreated: () => isReplay(table, call.once),

    unlessReplayed: (check: () => void) => unlessReplayed(table, call.once, check),

    isSuppressed: (email: string) => isSuppressed(table, personOfAddress(email)),

    /** -1 if the workspace has them all. */
    firstMissingSite: async (sites: readonly string[]): Promise<number> => {
      const rows = await Promise.all(sites.map((site) => table.get(keys.site(workspace_id, site))));
      return rows.findIndex((row, index) => {
        const isGone = call.scope.deleted_sites.has(sites[index] ?? '');
        return row === undefined || row.deleted_at !== undefined || isGone;
      });
    },

    /** The latest invitation of that address, and whether it is still open. */
    earlierOf: async (email: string): Promise<Earlier> => {
      const row = await table.get(keys.invitedAddress(workspace_id, personOfAddress(email)));
      if (!row) return {};
      const latest = textAt(row, 'invitation_id');
      const found = await find(latest);
      return { latest, open: found && statusOf(found, call.now) === 'open' ? found : undefined };
    },

    /** Takes the place of an earlier open invitation. */
    create: async (asked: InvitationRow, { latest, open }: Earlier): Promise<InvitationRow> => {
      const ends = endOfDay(call.now);
      const invited = keys.invitedAddress(workspace_id, personOfAddress(asked.email));
      const row = withEarlierSites(open, asked);
      const replaced = open && revocation(open.id);
      const writes: Write[] = [
        stillOwner(workspace_id, row.invited_by),
        {
          put: { ...invited, invitation_id: row.id, ttl: ttlAt(row.expires_at) },
          when: latest === undefined ? [['absent', 'pk']] : [['=', 'invitation_id', latest]],
          else: () => conflict('invited_meanwhile'),
        },
        ...(replaced ? [{ ...replaced.row, else: () => conflict('invited_meanwhile') }, replaced.audit] : []),
        {
          ...countWithin(scratchKeys.invitationCount(actorIdOf(call.actor), dayOf(call.now)), MAX_A_DAY, ends),
          else: () => tooManyRequests('invitation_limit', { max: MAX_A_DAY }, (ends - call.now) / SECOND),
        },
        {
          put: {
            ...keys.invitation(workspace_id, row.id),
            ...row,
            person: personOfAddress(row.email),
            ttl: ttlAt(row.expires_at + REMEMBERED),
          },
          when: [['absent', 'pk']],
        },
        ...(row.mail_status === 'pending' ? [mailFor(row)] : []),
        audited('invitation.create', row.id, { role: row.role, site_grants: row.site_grants }),
      ];
      const { result, replayed } = await transactOnce(table, call.once, { id: row.id }, writes);
      return replayed ? await get(result.id) : row;
    },

    list: ({ status, ...asked }: PageRequest & { status: InvitationStatus | 'all' }) =>
      listRows(table, call, asked, invitationRows, [workspace_id], {
        filter: FILTERS[status](call.now),
        route: 'invitations',
        bound: { status },
        newestFirst: true,
        consistent: true,
      }),

    revoke: async (id: string): Promise<void> => {
      const { row, audit } = revocation(id);
      if (!(await table.tryTransact([row, audit]))) throw refusalOf(await find(id), call.now) ?? notFound();
    },

    resend: async (row: InvitationRow): Promise<InvitationRow['mail_status']> => {
      // Windows count from the invitation's creation, so that no two meet within an hour.
      const window = Math.floor((call.now - row.created_at) / RESEND_WINDOW);
      const ends = row.created_at + (window + 1) * RESEND_WINDOW;
      const key = keys.invitation(workspace_id, row.id);
      const writes: Write[] = [
        countWithin(scratchKeys.invitationResend(row.id, String(window)), MAX_RESENDS, ends),
        { update: key, set: { mail_status: 'pending' }, when: whileOpen(call.now) },
        { check: keys.suppression(personOfAddress(row.email)), when: [['absent', 'pk']] },
        mailFor(row),
        audited('invitation.resend', row.id),
      ];
      const { failed } = await tryTransactOnce(table, call.once, { id: row.id }, writes);
      if (!failed) return 'pending';
      if (failed.includes(1)) throw refusalOf(await find(row.id), call.now) ?? notFound();
      if (failed.includes(0)) {
        throw tooManyRequests('invitation_resend_limit', { max: MAX_RESENDS }, (ends - call.now) / SECOND);
      }
      await table.transact([{ update: key, set: { mail_status: 'suppressed' }, when: [['exists', 'pk']] }]);
      return 'suppressed';
    },
  };
};
