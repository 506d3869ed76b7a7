import type { Identity } from '../actor.ts';
import { auditEntry } from '../audit/audit-log.ts';
import { HOUR, now, ttlAt } from '../clock.ts';
import { sha256 } from '../sha256.ts';
import { LIVE } from '../table/expression.ts';
import { claimPartition, type Key, keys } from '../table/keys.ts';
import { requireIds } from '../table/record.ts';
import type { Table } from '../table/table.ts';
import { addressHash, mailableAddress } from '../text/address.ts';
import { NOT_ERASED } from './erased.ts';
import { newMemberRow } from './sign-in.ts';

const MAX_AT_ONCE = 20;
const REMEMBERED = HOUR;

/** Addresses that can't be mailed have to match to the letter: in other scripts, two addresses may share a lower case. */
export const claimHash = (address: string): string => {
  const mailable = mailableAddress(address);
  return mailable ? addressHash(mailable) : sha256(address);
};

export const verifiedHash = ({ email, email_verified }: Identity) => (email_verified ? claimHash(email) : undefined);

const take = async (table: Table, identity: Identity, hash: string, ws: string): Promise<boolean> => {
  const at = now();
  const actor = { kind: 'session', role: null, ...identity } as const;
  return table.tryTransact([
    {
      update: keys.claim(hash, ws),
      set: { claimed_by: identity.user_id, ttl: ttlAt(at + REMEMBERED) },
      when: [
        ['exists', 'pk'],
        ['absent', 'claimed_by'],
      ],
    },
    { put: newMemberRow(ws, identity, { role: 'OWNER', site_grants: [], at }), when: [['absent', 'pk']] },
    { update: keys.workspace(ws), add: { owner_count: 1 }, set: { claimed_at: at }, when: LIVE },
    { check: keys.user(identity.user_id), when: NOT_ERASED },
    auditEntry(ws, actor, 'workspace.claim', {}),
  ]);
};

/** Costs one read without such a claim, none for an unverified address. If true, read the membership again. */
export const claimWorkspace = async (table: Table, identity: Identity, ws: string): Promise<boolean> => {
  const hash = verifiedHash(identity);
  const claim = hash && (await table.get(keys.claim(hash, ws)));
  if (!claim) return false;
  if (claim.claimed_by === undefined) await take(table, identity, hash, ws);
  return true;
};

export const claimWorkspaces = async (table: Table, identity: Identity): Promise<string[]> => {
  const hash = verifiedHash(identity);
  if (!hash) return [];
  const idOf = (row: Key) => requireIds(keys.claim, row)[1];
  const ids: string[] = [];
  let taken = 0;
  // Claimed rows stay until their TTL deletes them, in front of those that wait.
  for await (const rows of table.pages({ partition: claimPartition(hash), limit: MAX_AT_ONCE })) {
    const waiting = rows.filter(({ claimed_by }) => claimed_by === undefined);
    const outcomes = await Promise.all(waiting.map((row) => take(table, identity, hash, idOf(row))));
    ids.push(...rows.map(idOf));
    taken += outcomes.filter(Boolean).length;
    if (taken >= MAX_AT_ONCE) break;
  }
  return ids;
};
