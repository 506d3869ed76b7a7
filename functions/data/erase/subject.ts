import type { Actor } from '../../kit/actor.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { idsIn } from '../../kit/table/record.ts';
import type { Item } from '../../kit/table/table.ts';

export interface Subject {
  key: Key;
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
  const last_note = typeof row.last_note === 'string' ? row.last_note : undefined;
  if (user_id === undefined) return { key, user_id, username: undefined, hashes, actor: { kind: 'public' }, last_note };
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
  return { key, user_id, username, hashes, actor: { kind: 'session', user_id, ...unknownPerson }, last_note };
};
