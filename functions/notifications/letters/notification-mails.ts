import { isSiteDeleted } from '../../kit/access/membership.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { findNumberAt, isLive, requireIds, textAt } from '../../kit/table/record.ts';
import type { Item, StoredRow, Table } from '../../kit/table/table.ts';
import { addressHash } from '../../kit/text/address.ts';
import { nonEmptyText } from '../../kit/unknown.ts';
import type { Composed, MailKind } from '../../mail/mail-kind.ts';
import { memberUnsubscribeUrl } from '../../mail/unsubscribe-url.ts';
import { verifiedAddress } from '../../mail/verified-address.ts';
import { dashboardUrl } from '../../workspaces/dashboard-url.ts';
import { canSee, isShownNote, isStillSo, readMember } from '../audience.ts';
import { shownEvent, wayFor } from '../events.ts';
import {
  MAX_IN_DIGEST,
  type Notification,
  profileLanguage,
  readDigest,
  readNotification,
  readReader,
} from '../rows.ts';
import { digestLetter, type News, notificationLetter } from './notification-letter.ts';

const keysOf = (ws: string, { annotation_id, reply_id, review_id, site_id, by }: Notification): (Key | undefined)[] => [
  annotation_id === undefined ? undefined : keys.annotation(ws, annotation_id),
  annotation_id === undefined || reply_id === undefined ? undefined : keys.reply(ws, annotation_id, reply_id),
  review_id === undefined ? undefined : keys.review(ws, review_id),
  site_id === undefined ? undefined : keys.site(ws, site_id),
  by === undefined ? undefined : keys.member(ws, by),
];

/** In one batch. Left out: what is deleted, quarantined or not as it was. */
const newsOf = async (table: Table, ws: string, user: string, all: readonly Notification[]): Promise<News[]> => {
  const rows = await table.getEach(
    all.flatMap((one) => keysOf(ws, one)),
    { consistent: true },
  );
  return all.flatMap((one, index): News[] => {
    const [note, reply, review, site, member] = rows.slice(5 * index);
    const event = shownEvent(one);
    const news = { event, site: nonEmptyText(site?.name) ?? '', by: nonEmptyText(member?.name) };
    if (one.review_id !== undefined) {
      if (!isLive(review)) return [];
      const link = dashboardUrl(ws, `/reviews/${one.review_id}`);
      return [{ ...news, note: undefined, said: undefined, title: nonEmptyText(review.title), link }];
    }
    if (!isShownNote(note) || !isLive(site)) return [];
    if (!isStillSo(event, note)) return [];
    if (event === 'assigned' && note.assignee_id !== user) return [];
    const said = event === 'resolved' ? nonEmptyText(note.summary) : nonEmptyText(reply?.body);
    const link = dashboardUrl(ws, `/inbox/${one.annotation_id}`);
    return [{ ...news, note: nonEmptyText(note.excerpt), said, title: undefined, link }];
  });
};

interface Addressee {
  workspace: StoredRow;
  email: string;
  language: 'en' | 'de';
  /** Still sees its site, and still wants a mail. */
  wants: (told: Notification) => boolean;
  isUnread: (row: StoredRow) => boolean;
}

const addresseeOf = async (table: Table, ws: string, user: string): Promise<Addressee | Composed> => {
  const [workspace, row, account, reader] = await table.getEach(
    [keys.workspace(ws), keys.member(ws, user), keys.user(user), keys.reader(ws, user)],
    { consistent: true },
  );
  if (!workspace || !row) return { state: 'gone' };
  if (workspace.deleted_at !== undefined) return { state: 'asleep' };
  const { settings, is_mailed, language, unread, dropped_from, dropped_to } = readReader(reader);
  const email = verifiedAddress(account);
  if (email === undefined || !is_mailed) return { state: 'unmailable' };
  const member = readMember(row);
  return {
    workspace,
    email,
    isUnread: (row) => {
      const [, , id] = requireIds(keys.notification, row);
      return unread.has(id) || (row.read !== true && dropped_from <= id && id <= dropped_to);
    },
    language: language ?? profileLanguage(account) ?? (workspace.default_locale === 'de' ? 'de' : 'en'),
    wants: ({ event, site_id }) =>
      canSee(member, site_id) &&
      !isSiteDeleted(workspace, site_id) &&
      ['mail', 'daily'].includes(wayFor(settings, event, site_id)),
  };
};

const envelopeOf = (ws: string, user: string, { workspace, email, language }: Addressee) => ({
  to: email,
  language,
  workspace: textAt(workspace, 'name'),
  settings: dashboardUrl(ws, '/account'),
  unsubscribe: memberUnsubscribeUrl(ws, user),
});

const composeOne: MailKind['compose'] = async (table: Table, mail: Key & Item) => {
  const [ws, user] = requireIds(keys.notificationMail, mail);
  const addressee = await addresseeOf(table, ws, user);
  if ('state' in addressee) return addressee;
  const told = readNotification(mail);
  const [news] = addressee.wants(told) ? await newsOf(table, ws, user, [told]) : [];
  if (!news) return { state: 'gone' };
  const letter = notificationLetter(news, envelopeOf(ws, user, addressee));
  return { state: 'ready', letter, address_hash: addressHash(addressee.email) };
};

/** A full digest doesn't name later ones, but the list has them. */
const listedIn = async (table: Table, mail: Key & Item): Promise<StoredRow[]> => {
  const [ws, user, day] = requireIds(keys.notificationDigest, mail);
  const entries = readDigest(mail);
  const named = [...entries].toSorted();
  const idOf = (row: StoredRow) => requireIds(keys.notification, row)[2];
  const [first, later] = await Promise.all([
    table.getEach(
      named.map((id) => keys.notification(ws, user, id)),
      { consistent: true },
    ),
    (findNumberAt(mail, 'count') ?? 0) > entries.size
      ? table.queryAll({
          partition: mail.pk,
          sort: ['between', keys.notification(ws, user, named[0] ?? '').sk, keys.notification(ws, user, '~').sk],
          filter: [['=', 'digest', day]],
          consistent: true,
        })
      : [],
  ]);
  return [...first.filter((row) => row !== undefined), ...later.filter((row) => !entries.has(idOf(row)))];
};

/** Without what the member has read in the app by now. */
const composeDigest: MailKind['compose'] = async (table: Table, mail: Key & Item) => {
  const [ws, user] = requireIds(keys.notificationDigest, mail);
  const addressee = await addresseeOf(table, ws, user);
  if ('state' in addressee) return addressee;
  const told = (await listedIn(table, mail)).filter(addressee.isUnread).map(readNotification).filter(addressee.wants);
  const news: News[] = [];
  while (news.length < MAX_IN_DIGEST && told.length > 0) {
    news.push(...(await newsOf(table, ws, user, told.splice(0, MAX_IN_DIGEST - news.length))));
  }
  if (news.length === 0) return { state: 'gone' };
  const count = news.length + told.length;
  const letter = digestLetter({ news, count, dashboard: dashboardUrl(ws, '/inbox') }, envelopeOf(ws, user, addressee));
  return { state: 'ready', letter, address_hash: addressHash(addressee.email) };
};

/** The list in the app has it, mailed or not. */
const untold = { record: () => [], instead: async () => [] } satisfies Partial<MailKind>;

export const notificationMail: MailKind = { compose: composeOne, ...untold };
export const digestMail: MailKind = { compose: composeDigest, ...untold };
