import { verifiedHash } from '../kit/access/claims.ts';
import { ERASED_FOR, NOT_ERASED } from '../kit/access/erased.ts';
import { leavingWrites } from '../kit/access/membership.ts';
import { sessionFields } from '../kit/access/sessions.ts';
import { personalWorkspaceOf } from '../kit/actor.ts';
import { MINUTE } from '../kit/clock.ts';
import { conflict, unauthorized } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys, partitions } from '../kit/table/keys.ts';
import { numberAt, requireIds, textAt } from '../kit/table/record.ts';
import type { Item, StoredRow, Table, Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';

const ATTEMPTS = 5;
/** DynamoDB's limit for a transaction. */
const MAX_WRITES = 100;
const MAX_NAMED = 20;
/** Longer than any request runs, so that the purge meets none. */
const PURGE_AFTER = MINUTE;

type Session = Extract<Call['actor'], { kind: 'session' }>;

interface Membership {
  workspace: Item;
  member: StoredRow;
}

const isOwner = ({ member }: Membership) => member.role === 'OWNER';
const hasOtherOwner = ({ workspace, member }: Membership) =>
  numberAt(workspace, 'owner_count') > (member.role === 'OWNER' ? 1 : 0);
const isLast = (one: Membership) => isOwner(one) && one.workspace.deleted_at === undefined && !hasOtherOwner(one);

const requireAccount = (user: Item | undefined): Item => {
  if (!user || user.erased_until !== undefined) throw unauthorized('account deleted');
  return user;
};

const onlyOwnerOf = (stuck: readonly Membership[]) => {
  const workspaces = stuck.map(({ workspace }) => ({ id: textAt(workspace, 'id'), name: textAt(workspace, 'name') }));
  const list = workspaces
    .slice(0, MAX_NAMED)
    .map(({ name }) => `“${name}”`)
    .join(', ');
  return conflict('only_owner', { list }, { workspaces: workspaces.slice(0, MAX_NAMED) });
};

export const accountStore = (table: Table, call: Call, session: Session) => {
  const { user_id } = session;
  const personal = personalWorkspaceOf(user_id);
  const at = call.now;

  const memberships = async (): Promise<Membership[]> => {
    const joined = await table.queryAll({ index: 'gsi1', partition: partitions.userWorkspaces(user_id) });
    const ids = [...new Set([personal, ...joined.map((row) => requireIds(keys.member, row)[0])])];
    const wanted = ids.flatMap((id) => [keys.workspace(id), keys.member(id, user_id)]);
    const rows = await table.getEach(wanted, { consistent: true });
    return ids.flatMap((_, index) => {
      const [workspace, member] = rows.slice(2 * index);
      return workspace && member ? [{ workspace, member }] : [];
    });
  };

  /** The id remains for a day, so that valid tokens bring nothing back; name and address go at once. */
  const markUser = (user: Item): Write => {
    const key = keys.user(user_id);
    const hashes = [verifiedHash(session), user.person].filter((hash) => typeof hash === 'string');
    return {
      update: key,
      set: {
        erased_at: at,
        erased_until: at + ERASED_FOR,
        username: session.username,
        ...(hashes.length > 0 && { hashes: new Set(hashes) }),
        ...owed('erase-person', key, at),
      },
      remove: ['email', 'name', 'person', 'language', 'time_zone', ...sessionFields(user)],
      when: [['exists', 'pk'], ...NOT_ERASED],
    };
  };

  const closePersonal = ({ workspace }: Membership): Write[] => {
    const key = keys.workspace(personal);
    const purge_at = at + PURGE_AFTER;
    return [
      {
        update: key,
        set: { deleted_at: at, purge_at, ...owed('purge', key, purge_at) },
        when:
          workspace.deleted_at === undefined
            ? [
                ['absent', 'deleted_at'],
                ['=', 'owner_count', 1],
              ]
            : [['exists', 'pk']],
      },
      { delete: keys.member(personal, user_id) },
    ];
  };

  /** The personal workspace, unless another OWNER keeps it: then it is left, as any workspace is. */
  const isOwn = (one: Membership) => one.workspace.id === personal && !hasOtherOwner(one);

  const plan = (user: Item, all: readonly Membership[]): Write[] => {
    const own = all.find(isOwn);
    const shared = all.filter((one) => one !== own).sort((a, b) => Number(isOwner(b)) - Number(isOwner(a)));
    const writes = [markUser(user), ...(own ? closePersonal(own) : [])];
    for (const one of shared) {
      const more = leavingWrites(session, one.workspace, one.member, at);
      if (writes.length + more.length <= MAX_WRITES) writes.push(...more);
      else if (isOwner(one)) throw conflict('too_many_owned');
      // The worker ends the rest: leaving these cannot fail.
      else break;
    }
    return writes;
  };

  return {
    erase: async (): Promise<void> => {
      for (let tries = 0; tries < ATTEMPTS; tries += 1) {
        const [user, all] = await Promise.all([table.get(keys.user(user_id)), memberships()]);
        const account = requireAccount(user);
        const stuck = all.filter((one) => !isOwn(one) && isLast(one));
        if (stuck.length > 0) {
          // A second request of the same person may have changed a part of what was read.
          requireAccount(await table.get(keys.user(user_id)));
          throw onlyOwnerOf(stuck);
        }
        if (await table.tryTransact(plan(account, all))) return;
      }
      throw conflict('memberships_changing');
    },
  };
};
