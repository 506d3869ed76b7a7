import { type Once, transactOnce } from '../kit/access/idempotency.ts';
import { actorIdOf, auditEntry, causedBy } from '../kit/audit/audit-log.ts';
import { DAY, SECOND, ttlAt } from '../kit/clock.ts';
import { notFound, tooManyRequests } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { below } from '../kit/table/expression.ts';
import { type Key, keys, scratchKeys, workspacePartition } from '../kit/table/keys.ts';
import { mapPage } from '../kit/table/page.ts';
import { readPage } from '../kit/table/paging.ts';
import { ConditionFailed, type Item, type Table, type Write } from '../kit/table/table.ts';
import { addressHash, personOfAddress } from '../kit/text/address.ts';
import { isSuppressed } from '../mail/suppressions.ts';
import { owed } from '../owed/jobs.ts';
import { InvitationRow, type InvitationStatus, MAX_A_DAY, MAX_RESENDS, REMEMBERED, RESEND_WINDOW } from './schema.ts';
import { refusalOf, whileOpen } from './state.ts';

const FILTERS: Record<InvitationStatus | 'all', (at: number) => Write['when']> = {
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

/** The invitations of the caller's workspace. */
export const invitationStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, invitation_id: string, more: Item = {}): Write =>
    auditEntry(workspace_id, call.actor, action, { invitation_id, ...more });

  const find = async (id: string): Promise<InvitationRow | undefined> => {
    const row = await table.get(keys.invitation(workspace_id, id));
    return row && InvitationRow.parse(row);
  };

  const get = async (id: string): Promise<InvitationRow> => {
    const row = await find(id);
    if (!row) throw notFound();
    return row;
  };

  /** A mail that is owed from now on. Each has a row of its own, so that a resend never stands in another's way. */
  const owedMail = (row: InvitationRow): Write => {
    const key = keys.invitationMail(workspace_id, row.id, newId());
    return {
      put: {
        ...key,
        kind: 'invitation',
        workspace_id,
        invitation_id: row.id,
        mail_state: 'owed',
        caused_by: causedBy(workspace_id, call.actor),
        created_at: call.now,
        ttl: ttlAt(row.expires_at + REMEMBERED),
        ...owed('send-mail', key, call.now),
      },
    };
  };

  /** Counts up to `max` in a window; its place among a transaction's writes is always the first. */
  const counted = (key: Key, max: number, ends: number, refusal?: () => Error): Write => ({
    in: 'scratch',
    update: key,
    add: { count: 1 },
    set: { ttl: ttlAt(ends + DAY) },
    when: [below('count', max)],
    ...(refusal && { else: refusal }),
  });

  return {
    get,

    isSuppressed: (email: string) => isSuppressed(table, addressHash(email)),

    /** The first of these sites that the workspace does not have, by its place. */
    firstMissingSite: async (sites: readonly string[]): Promise<number> => {
      const rows = await Promise.all(sites.map((site) => table.get(keys.site(workspace_id, site))));
      return rows.findIndex((row, index) => {
        const isGone = call.scope.deleted_sites.has(sites[index] ?? '');
        return row === undefined || row.deleted_at !== undefined || isGone;
      });
    },

    /** Writes the invitation and the mail that it owes. Gives what an earlier call with the same Idempotency-Key made. */
    create: async (row: InvitationRow, once: Once | undefined): Promise<InvitationRow> => {
      const day = new Date(call.now).toISOString().slice(0, 10);
      const midnight = Date.parse(`${day}T00:00:00Z`) + DAY;
      const writes: Write[] = [
        counted(scratchKeys.invitationCount(actorIdOf(call.actor), day), MAX_A_DAY, midnight, () =>
          tooManyRequests('invitation_limit', { max: MAX_A_DAY }, (midnight - call.now) / SECOND),
        ),
        {
          put: {
            ...keys.invitation(workspace_id, row.id),
            ...row,
            person: personOfAddress(row.email),
            ttl: ttlAt(row.expires_at + REMEMBERED),
          },
          when: [['absent', 'pk']],
        },
        ...(row.mail_status === 'pending' ? [owedMail(row)] : []),
        audited('invitation.create', row.id, { role: row.role, site_grants: row.site_grants }),
      ];
      const { result, replayed } = await transactOnce(table, once, { id: row.id }, writes);
      return replayed ? await get(result.id) : row;
    },

    /** Newest first. */
    list: async (wanted: { status: InvitationStatus | 'all'; limit: number; cursor: string | undefined }) => {
      const prefix = keys.invitation(workspace_id, '').sk;
      const page = await readPage(table, {
        query: {
          partition: workspacePartition(workspace_id),
          sort: ['begins_with', prefix],
          newestFirst: true,
          consistent: true,
          filter: FILTERS[wanted.status](call.now) ?? [],
        },
        limit: wanted.limit,
        cursor: wanted.cursor,
        binding: { route: 'invitations', workspace_id, filter: { status: wanted.status } },
        position: (row) => row.sk.slice(prefix.length),
        startKey: (position) => ({ ...keys.invitation(workspace_id, position) }),
      });
      return mapPage(page, (row) => InvitationRow.parse(row));
    },

    /** At once: whoever accepts after this finds it revoked. */
    revoke: async (id: string): Promise<void> => {
      try {
        await table.transact([
          {
            update: keys.invitation(workspace_id, id),
            set: { revoked_at: call.now, revoked_by: actorIdOf(call.actor) },
            when: whileOpen(call.now),
          },
          audited('invitation.revoke', id),
        ]);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        throw refusalOf(await find(id), call.now) ?? notFound();
      }
    },

    /** Owes one more mail for the same token; none where the address wants no mail. */
    resend: async (row: InvitationRow, once: Once | undefined): Promise<InvitationRow['mail_status']> => {
      // Counted from the invitation's own birth, so that no two windows meet in the middle of an hour's three.
      const window = Math.floor((call.now - row.created_at) / RESEND_WINDOW);
      const ends = row.created_at + (window + 1) * RESEND_WINDOW;
      const key = keys.invitation(workspace_id, row.id);
      const writes: Write[] = [
        counted(scratchKeys.invitationResend(row.id, window), MAX_RESENDS, ends),
        { update: key, set: { mail_status: 'pending' }, when: whileOpen(call.now) },
        { check: keys.suppression(addressHash(row.email)), when: [['absent', 'pk']] },
        owedMail(row),
        audited('invitation.resend', row.id),
      ];
      try {
        await transactOnce(table, once, { id: row.id }, writes);
        return 'pending';
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        if (error.failed.includes(1)) throw refusalOf(await find(row.id), call.now) ?? notFound();
        if (error.failed.includes(0)) {
          throw tooManyRequests('invitation_resend_limit', { max: MAX_RESENDS }, (ends - call.now) / SECOND);
        }
        await table.transact([{ update: key, set: { mail_status: 'suppressed' }, when: [['exists', 'pk']] }]);
        return 'suppressed';
      }
    },
  };
};
