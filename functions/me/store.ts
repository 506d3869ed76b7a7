import { NOT_ERASED } from '../kit/access/erased.ts';
import { type Ending, endOthers, endOwn, endSession, sessionsOf } from '../kit/access/sessions.ts';
import { type Actor, personalWorkspaceOf } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { notFound, unauthorized, unavailable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys, partitions } from '../kit/table/keys.ts';
import type { Item, StoredRow, Table, Write } from '../kit/table/table.ts';
import { type UserRow, userRows } from './schema.ts';

const ATTEMPTS = 5;
const AT_ONCE = 20;

export const meStore = (table: Table, call: Call, session: Extract<Actor, { kind: 'session' }>) => {
  const { user_id } = session;
  const key = keys.user(user_id);
  const audited = (action: string, target: Item): Write =>
    auditEntry(personalWorkspaceOf(user_id), session, action, target, { isUse: false });

  const read = async (): Promise<StoredRow> => {
    const row = await table.get(key);
    if (!row || row.erased_at !== undefined) throw unauthorized('account deleted');
    return row;
  };

  /** Another request may end sessions at the same moment: none may undo the other's. */
  const end = async (changeOf: (user: Item) => Ending, action: string): Promise<StoredRow> => {
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const user = await read();
      const { when, ...change } = changeOf(user);
      const writes = [{ update: key, ...change, when: [...when, ...NOT_ERASED] }, audited(action, {})];
      if (await table.tryTransact(writes)) return user;
    }
    throw unavailable('store_busy');
  };

  const rename = async (name: string): Promise<void> => {
    // An index may lag: authorization mends what is missed here.
    const list = { index: 'gsi1', partition: partitions.userWorkspaces(user_id), limit: AT_ONCE } as const;
    for await (const members of table.pages(list)) {
      await Promise.all(members.map(({ pk, sk }) => table.tryUpdate({ pk, sk }, { name }, [['exists', 'pk']])));
    }
  };

  return {
    profile: async (): Promise<UserRow> => userRows.parse(await read()),

    patch: async (set: Item, remove: readonly string[]): Promise<UserRow> => {
      const changed = [...Object.keys(set), ...remove];
      if (changed.length > 0) {
        await table.transact([
          {
            update: key,
            set,
            remove,
            when: [['exists', 'pk'], ...NOT_ERASED],
            else: () => unauthorized('account deleted'),
          },
          audited('profile.patch', { changed }),
        ]);
      }
      if (typeof set.name === 'string') await rename(set.name);
      return userRows.parse(await read());
    },

    sessions: async () => sessionsOf(await read(), call.now),

    end: (id: string) =>
      end((user) => {
        const change = endSession(user, id);
        if (!change) throw notFound();
        return change;
      }, 'session.end'),

    signOut: () => end((user) => endOwn(user, session), 'session.end'),

    endOthers: async (): Promise<number> => {
      const change = (user: Item) => endOthers(user, session, call.now);
      const others = (user: Item) => sessionsOf(user, call.now).filter(({ id }) => id !== session.session_id).length;
      const before = others(await end(change, 'session.end_others'));
      // One that was first used between the read and the write is still listed; none can follow it.
      if (others(await read()) > 0) await end(change, 'session.end_others');
      return before;
    },
  };
};
