import type { Actor } from '../../kit/actor.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { idsIn, requireIds } from '../../kit/table/record.ts';
import type { Item } from '../../kit/table/table.ts';

export interface Subject {
  key: Key;
  /** The user's id, or the hash of an address without an account. */
  person: string;
  user_id: string | undefined;
  username: string | undefined;
  /** Of verified addresses, as the `person` index names them. */
  hashes: readonly string[];
  actor: Actor;
  /** The sort key of the last note done, of a link with more notes than one run can erase. */
  last_note: string | undefined;
}

export const subjectOf = (row: Key & Item): Subject => {
  const key = { pk: row.pk, sk: row.sk };
  const hashes = row.hashes instanceof Set ? [...row.hashes].map(String) : [];
  const [user_id] = idsIn(keys.user, key) ?? [];
  const [person] = user_id === undefined ? requireIds(keys.erasure, key) : [user_id];
  const last_note = typeof row.last_note === 'string' ? row.last_note : undefined;
  const subject = { key, person, user_id, hashes, last_note };
  if (user_id === undefined) return { ...subject, username: undefined, actor: { kind: 'public' } };
  const username = typeof row.username === 'string' ? row.username : undefined;
  const unknownPerson = {
    username: '',
    email: '',
    email_verified: false,
    name: '',
    admin: false,
    role: null,
    session_id: '',
    began_at: 0,
  };
  return { ...subject, username, actor: { kind: 'session', user_id, ...unknownPerson } };
};
