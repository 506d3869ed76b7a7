import type { Actor } from '../../kit/actor.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import type { Item } from '../../kit/table/table.ts';

/** The person whose data a row owes the erasure of. */
export interface Subject {
  /** The row itself. */
  key: Key;
  user_id: string | undefined;
  /** At the sign-in's provider. */
  username: string | undefined;
  /** Of verified addresses, as the `person` index names them. */
  hashes: readonly string[];
  /** Who erases, for the audit log: an id at most. */
  actor: Actor;
}

/** `USER#id` for an account, `ERASURE#hash` for an address without one. */
export const subjectOf = (row: Key & Item): Subject => {
  const key = { pk: row.pk, sk: row.sk };
  const hashes = row.hashes instanceof Set ? [...row.hashes].map(String) : [];
  const prefix = keys.user('').pk;
  if (!row.pk.startsWith(prefix)) {
    return { key, user_id: undefined, username: undefined, hashes, actor: { kind: 'public' } };
  }
  const user_id = row.pk.slice(prefix.length);
  const username = typeof row.username === 'string' ? row.username : undefined;
  const nobody = { username: '', email: '', email_verified: false, name: '', admin: false, role: null };
  return { key, user_id, username, hashes, actor: { kind: 'session', user_id, ...nobody } };
};
