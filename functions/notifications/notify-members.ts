import { isSiteDeleted } from '../kit/access/membership.ts';
import { DAY, dayOf, MINUTE, now, ttlAt } from '../kit/clock.ts';
import { firstIdAt, timeOfId } from '../kit/ids.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { allOf, findNumberAt, requireIds } from '../kit/table/record.ts';
import type { StoredRow, Table, Write } from '../kit/table/table.ts';
import { addressHash } from '../kit/text/address.ts';
import { isTimeZone, nextHour } from '../kit/time-zone.ts';
import { countMail } from '../mail/count-mail.ts';
import { owedMail } from '../mail/owed-mail.ts';
import { verifiedAddress } from '../mail/verified-address.ts';
import { putOffWhileDeleted } from '../owed/put-off.ts';
import { canSee, isShownNote, isStillSo, readMember } from './audience.ts';
import { shownEvent, type Way, wayFor } from './events.ts';
import { KEPT_MS, MAX_IN_DIGEST, readEvent, readReader } from './rows.ts';

const MAIL_KEPT_MS = 40 * DAY;
/** The oldest of more count as read in the list, but not in a digest. */
export const MAX_UNREAD = 100;
const MEMBERS_AT_ONCE = 20;
const DIGEST_HOUR = 7;
/** A message can be hidden for a quarter of an hour: what is due sooner would be sent at once. */
const CLOSED_MS = 30 * MINUTE;

type Event = ReturnType<typeof readEvent>;

export const digestDue = (at: number, zone: unknown): number =>
  nextHour(typeof zone === 'string' && isTimeZone(zone) ? zone : 'UTC', DIGEST_HOUR, at + CLOSED_MS);

interface Telling {
  ws: string;
  id: string;
  event: Event;
  at: number;
}

const mailWrites = ({ ws, id, event, at }: Telling, user: string, hash: string): Write[] => {
  const mail = keys.notificationMail(ws, user, id);
  const { to: _, ...told } = event;
  return [
    countMail('notification', hash, at),
    {
      put: {
        ...mail,
        workspace_id: ws,
        user_id: user,
        ...told,
        ...owedMail('notification', mail, at, at + MAIL_KEPT_MS),
      },
      when: [['absent', 'pk']],
    },
  ];
};

/** One for each member and day: what comes while it is being sent waits for the next. */
const digestWrites = ({ ws, id }: Telling, user: string, due: number, isFull: boolean): Write[] => {
  const digest = keys.notificationDigest(ws, user, dayOf(due));
  return [
    {
      update: digest,
      set: {
        workspace_id: ws,
        user_id: user,
        ...owedMail('notification-digest', digest, due, due + MAIL_KEPT_MS),
      },
      add: { count: 1, ...(!isFull && { entries: new Set([id]) }) },
      when: [['any', [[['absent', 'mail_state']], [['=', 'mail_state', 'owed']]]]],
    },
  ];
};

/** `digest` is the day of the digest that counts it. */
const listWrites = ({ ws, id, event, at }: Telling, user: string, digest?: string): Write[] => {
  const { to: _, ...told } = event;
  return [
    {
      put: { ...keys.notification(ws, user, id), ...told, digest, ttl: ttlAt(at + KEPT_MS) },
      when: [['absent', 'pk']],
    },
    { update: keys.reader(ws, user), set: { person: user }, add: { unread: new Set([id]) } },
  ];
};

interface Reader {
  user: string;
  way: Exclude<Way, 'off'>;
  unread: ReadonlySet<string>;
  dropped_from: string;
  dropped_to: string;
  due: number;
  digest: StoredRow | undefined;
  hash: string | undefined;
}

/** All in one transaction whose first write is made once, so that a repeated message tells no one twice: then false. */
const tellOnce = async (table: Table, telling: Telling, reader: Reader): Promise<boolean> => {
  const { user, way, due, digest, hash } = reader;
  const list = listWrites(telling, user);
  if (way === 'mail' && hash !== undefined) {
    const failed = await table.failedWrites([...list, ...mailWrites(telling, user, hash)]);
    if (failed.length === 0 || failed.includes(0)) return failed.length === 0;
  }
  if (way !== 'app' && hash !== undefined) {
    const isFull = (findNumberAt(digest ?? {}, 'count') ?? 0) >= MAX_IN_DIGEST;
    for (const when of [due, due + DAY]) {
      const failed = await table.failedWrites([
        ...listWrites(telling, user, dayOf(when)),
        ...digestWrites(telling, user, when, isFull),
      ]);
      if (failed.length === 0 || failed.includes(0)) return failed.length === 0;
    }
  }
  return table.tryTransact(list);
};

const tell = async (table: Table, telling: Telling, reader: Reader): Promise<void> => {
  const { user, unread, dropped_from, dropped_to } = reader;
  if (!(await tellOnce(table, telling, reader))) return;
  const excess = Math.max(0, unread.size + 1 - MAX_UNREAD);
  const oldest = [...unread].toSorted().slice(0, excess);
  const [first] = oldest;
  if (first === undefined) return;
  // A digest has still to name those of the last day.
  const since = firstIdAt(timeOfId(first) - 2 * DAY);
  const from = [dropped_from, since].toSorted().at(-1);
  await table.transact([
    {
      update: keys.reader(telling.ws, user),
      set: { dropped_from: dropped_to > since ? from : first, dropped_to: oldest.at(-1) },
      discard: { unread: new Set(oldest) },
    },
  ]);
};

/** Whether it is still so, and still shown. */
const isNews = (told: Event, note: StoredRow | undefined): boolean => {
  const { event, annotation_id, to = [] } = told;
  if (annotation_id === undefined) return true;
  if (!isShownNote(note) || !isStillSo(shownEvent(told), note)) return false;
  return event !== 'assigned' || to.some((user) => user === note.assignee_id);
};

const membersFor = async function* (table: Table, ws: string, { to }: Event): AsyncGenerator<StoredRow[]> {
  if (to) {
    yield await table.getMany(
      to.map((user) => keys.member(ws, user)),
      { consistent: true },
    );
    return;
  }
  yield* table.pages({ ...allOf(keys.member, ws), limit: MEMBERS_AT_ONCE });
};

const tellMembers = async (table: Table, telling: Telling, rows: readonly StoredRow[]): Promise<void> => {
  const { ws, event, at } = telling;
  const users = rows
    .map(readMember)
    .filter((member) => member.user_id !== event.by && canSee(member, event.site_id))
    .map(({ user_id }) => user_id);
  const wanted = users.flatMap((user) => [keys.reader(ws, user), keys.user(user)]);
  const found = await table.getEach(wanted, { consistent: true });
  const dues = users.map((_, index) => digestDue(at, found[2 * index + 1]?.time_zone));
  const digests = await table.getEach(
    users.map((user, index) => keys.notificationDigest(ws, user, dayOf(dues[index] ?? at))),
    { consistent: true },
  );
  const readers = users.flatMap((user, index): Reader[] => {
    const [row, account] = found.slice(2 * index);
    const { settings, unread, dropped_from, dropped_to, is_mailed } = readReader(row);
    const way = wayFor(settings, event.event, event.site_id);
    if (way === 'off') return [];
    const address = is_mailed ? verifiedAddress(account) : undefined;
    const [due, digest] = [dues[index] ?? at, digests[index]];
    const hash = address === undefined ? undefined : addressHash(address);
    return [{ user, way, unread, dropped_from, dropped_to, due, digest, hash }];
  });
  await Promise.all(readers.map((reader) => tell(table, telling, reader)));
};

/** Fans one event out to the members who see its site and want it. */
export const notifyMembers = async (table: Table, key: Key): Promise<void> => {
  const [ws, id] = requireIds(keys.memberEvent, key);
  const row = await table.get(key);
  if (row?.job !== 'notify-members') return;
  const owedEvent = readEvent(row);
  const { annotation_id } = owedEvent;
  const [workspace, note] = await table.getEach(
    [keys.workspace(ws), annotation_id === undefined ? key : keys.annotation(ws, annotation_id)],
    { consistent: true },
  );
  const site_id = typeof note?.site_id === 'string' ? note.site_id : owedEvent.site_id;
  const event = { ...owedEvent, site_id };
  if (await putOffWhileDeleted(table, workspace, key, 'notify-members')) return;
  if (workspace && !isSiteDeleted(workspace, site_id) && isNews(event, note)) {
    const telling = { ws, id, event, at: now() };
    for await (const rows of membersFor(table, ws, event)) await tellMembers(table, telling, rows);
  }
  await table.tryTransact([{ delete: key, when: [['=', 'job', 'notify-members']] }]);
};
