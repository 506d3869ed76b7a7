import { auditEntry } from '../audit/audit-log.ts';
import { HOUR, now, ttlAt } from '../clock.ts';
import type { Identity } from '../identity.ts';
import { LIVE } from '../table/expression.ts';
import { claimPartition, keys } from '../table/keys.ts';
import { ConditionFailed, type Table } from '../table/table.ts';
import { addressHash, mailableAddress } from '../text/address.ts';
import { NOT_ERASED } from './erased.ts';
import { newMemberRow } from './sign-in.ts';

/** More than an address registers in a week; any others are claimed with the next look. */
const MOST_AT_ONCE = 20;
/** A claim is kept this long after it was made, for concurrent requests of the same person. */
const REMEMBERED = HOUR;

/** The form of an address in a claim: as mail would reach it, in lower case. Undefined if it can't be verified. */
export const claimHash = (address: string): string | undefined => {
  const mailable = mailableAddress(address);
  return mailable && addressHash(mailable);
};

export const verifiedHash = ({ email, email_verified }: Identity) => (email_verified ? claimHash(email) : undefined);

/** One transaction marks the claim as made and creates the member; a second request finds it marked. */
const take = async (table: Table, identity: Identity, hash: string, ws: string): Promise<void> => {
  const at = now();
  const actor = { kind: 'session', role: null, ...identity } as const;
  try {
    await table.transact([
      {
        update: keys.claim(hash, ws),
        set: { claimed_by: identity.user_id, ttl: ttlAt(at + REMEMBERED) },
        when: [
          ['exists', 'pk'],
          ['absent', 'claimed_by'],
        ],
      },
      {
        put: newMemberRow(ws, identity, { role: 'OWNER', site_grants: [], at }),
        when: [['absent', 'pk']],
      },
      {
        update: keys.workspace(ws),
        add: { owner_count: 1 },
        set: { claimed_at: at },
        when: LIVE,
      },
      { check: keys.user(identity.user_id), when: NOT_ERASED },
      auditEntry(ws, actor, 'workspace.claim', {}),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/**
 * Makes a person OWNER of a workspace that an agent registered for their verified address: one read where there is no
 * such claim, none for an address that is not verified. Returns whether there was one; the membership is read again.
 */
export const claimWorkspace = async (table: Table, identity: Identity, ws: string): Promise<boolean> => {
  const hash = verifiedHash(identity);
  const claim = hash && (await table.get(keys.claim(hash, ws)));
  if (!claim) return false;
  if (claim.claimed_by === undefined) await take(table, identity, hash, ws);
  return true;
};

/** The same for every workspace that waits for this person; gives their ids. */
export const claimWorkspaces = async (table: Table, identity: Identity): Promise<string[]> => {
  const hash = verifiedHash(identity);
  if (!hash) return [];
  const page = await table.query({ partition: claimPartition(hash), limit: MOST_AT_ONCE });
  const found = page.items.map(({ workspace_id, claimed_by }) => ({ ws: String(workspace_id), claimed_by }));
  const waiting = found.filter(({ claimed_by }) => claimed_by === undefined);
  await Promise.all(waiting.map(({ ws }) => take(table, identity, hash, ws)));
  return found.map(({ ws }) => ws);
};
