import { isVisible } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { unauthorized, unavailable, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { timeOfId } from '../kit/ids.ts';
import { LIVE, type Test, unchanged } from '../kit/table/expression.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { listRows, mapPage, type PageRequest } from '../kit/table/page.ts';
import { findNumberAt, isLive, requireIds } from '../kit/table/record.ts';
import type { Item, StoredRow, Table, Write } from '../kit/table/table.ts';
import { personOfAddress } from '../kit/text/address.ts';
import { findSuppression, subscribeAgain } from '../mail/suppressions.ts';
import { canSee, isShownNote } from './audience.ts';
import { ALL_SITES, type Settings, shownEvent } from './events.ts';
import { KEPT_MS, type Notification, readNotification, readReader } from './rows.ts';
import { MAX_OWN_SITES, type MarkRead } from './schema.ts';

const ATTEMPTS = 4;

type Ways = Settings[string];
type GivenWays = { [Event in keyof Ways]?: Ways[Event] | null };

export interface SettingsChange {
  mail?: boolean | undefined;
  language?: 'en' | 'de' | null | undefined;
  site_id: string | null;
  ways?: GivenWays | undefined;
}

const changedWays = (before: Ways = {}, given: GivenWays): Ways =>
  Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([, way]) => way !== null && way !== undefined),
  ) as Ways;

const changedSettings = (settings: Settings, { site_id, ways }: SettingsChange): Settings => {
  if (ways === undefined) return settings;
  const { [site_id ?? ALL_SITES]: before, ...rest } = settings;
  const changed = changedWays(before, ways);
  return Object.keys(changed).length === 0 ? rest : { ...rest, [site_id ?? ALL_SITES]: changed };
};

const sitesIn = (settings: Settings): string[] => Object.keys(settings).filter((site) => site !== ALL_SITES);

const isClearing = ({ ways }: SettingsChange): boolean =>
  ways !== undefined && Object.values(ways).every((way) => way === null);

const parsed = (row: unknown) => ({ ...readNotification(row), id: requireIds(keys.notification, row as Key)[2] });

/** A member's own, in the workspace of the path. */
export const notificationStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const { actor, scope, now } = call;
  if (actor.kind !== 'session') throw unauthorized('unknown');
  const { user_id, role } = actor;
  const key = keys.reader(workspace_id, user_id);
  const address = actor.email_verified ? personOfAddress(actor.email) : undefined;
  const isKept = (id: string) => timeOfId(id) > now - KEPT_MS;

  const readOwn = async () => {
    const row = await table.get(key);
    return { row, ...readReader(row) };
  };

  const readSettings = async () => {
    const [own, blocked] = await Promise.all([readOwn(), address ? findSuppression(table, address) : undefined]);
    return { ...own, blocked };
  };

  const unreadOf = (unread: ReadonlySet<string>) => [...unread].filter(isKept).length;

  const unreadAbout = async (id: string): Promise<string[]> => {
    const unread = [...(await readOwn()).unread];
    const rows = await table.getEach(unread.map((one) => keys.notification(workspace_id, user_id, one)));
    return unread.filter((_, index) => [rows[index]?.annotation_id, rows[index]?.review_id].includes(id));
  };

  const isShownSite = (site: string | undefined) =>
    site === undefined ? canSee({ user_id, role: role ?? 'GUEST', site_grants: [] }, site) : isVisible(scope, site);

  const rowsFor = async (all: readonly Notification[]) => {
    const wanted = all.flatMap(({ annotation_id, review_id, by }) => [
      annotation_id === undefined ? undefined : keys.annotation(workspace_id, annotation_id),
      review_id === undefined ? undefined : keys.review(workspace_id, review_id),
      by === undefined ? undefined : keys.member(workspace_id, by),
    ]);
    const rows = await table.getEach(wanted);
    return new Map(all.map((one, index) => [one, rows.slice(3 * index)]));
  };

  const shownText = ({ site_id }: Notification, note?: StoredRow, review?: StoredRow): string | null => {
    if (!isShownSite(site_id)) return null;
    if (note) return isShownNote(note) && typeof note.excerpt === 'string' ? note.excerpt : null;
    return isLive(review) && typeof review.title === 'string' ? review.title : null;
  };

  const ofLiveSites = (settings: Settings): Settings =>
    Object.fromEntries(Object.entries(settings).filter(([site]) => !scope.deleted_sites.has(site)));

  /** Those of sites that were purged, or that a GUEST no longer sees, are dropped once they are in the way. */
  const ofKnownSites = async (settings: Settings): Promise<Settings> => {
    const rows = await table.getMany(sitesIn(settings).map((site) => keys.site(workspace_id, site)));
    const known = new Set(rows.map((row) => requireIds(keys.site, row)[1]).filter((site) => isVisible(scope, site)));
    return Object.fromEntries(Object.entries(settings).filter(([site]) => site === ALL_SITES || known.has(site)));
  };

  return {
    list: async (asked: PageRequest) => {
      const rows = { kind: keys.notification, parse: parsed };
      const page = await listRows(table, call, asked, rows, [workspace_id, user_id], {
        bound: { user_id },
        newestFirst: true,
      });
      // After the page, because a notification and its mark are written together: a newer page would look read.
      const [found, { unread }] = await Promise.all([rowsFor(page.items), readOwn()]);
      return mapPage(page, (one) => {
        if (!isKept(one.id)) return undefined;
        const [note, review, member] = found.get(one) ?? [];
        return {
          id: one.id,
          event: shownEvent(one),
          site_id: one.site_id ?? null,
          annotation_id: one.annotation_id ?? null,
          review_id: one.review_id ?? null,
          by: typeof member?.name === 'string' ? member.name : null,
          text: shownText(one, note, review),
          unread: unread.has(one.id),
          created_at: one.created_at,
        };
      });
    },

    unread: async (): Promise<number> => unreadOf((await readOwn()).unread),

    /** Repeating it changes nothing. */
    markRead: async ({ all, about, ids = [] }: MarkRead): Promise<number> => {
      const named = about === undefined ? ids : await unreadAbout(about);
      if (about !== undefined && named.length === 0) return unreadOf((await readOwn()).unread);
      const change: Write = all
        ? { update: key, remove: ['unread', 'dropped_from', 'dropped_to'], when: [['exists', 'pk']] }
        : { update: key, discard: { unread: new Set(named) }, when: [['exists', 'pk']] };
      // A digest would name those that the full list has dropped from the set.
      const marks = named.map((id): Write[] => [
        { update: keys.notification(workspace_id, user_id, id), set: { read: true }, when: [['exists', 'pk']] },
      ]);
      await table.tryEach([[change], ...marks]);
      return all ? 0 : unreadOf((await readOwn()).unread);
    },

    settings: readSettings,

    patch: async (change: SettingsChange) => {
      const { site_id, mail, language } = change;
      // Settings of a site that is gone can still be cleared.
      const needed = isClearing(change) ? null : site_id;
      const unknownSite = () => unprocessable(['body', 'site_id'], 'site_unknown');
      if (needed !== null && !isVisible(scope, needed)) throw unknownSite();
      const target = Object.fromEntries(
        Object.entries({ ...change, site_id: site_id ?? undefined }).filter(([, given]) => given !== undefined),
      );
      for (let tries = 0; tries < ATTEMPTS; tries += 1) {
        const { row, settings, blocked } = await readSettings();
        let changed = changedSettings(ofLiveSites(settings), change);
        if (sitesIn(changed).length > MAX_OWN_SITES) changed = await ofKnownSites(changed);
        if (sitesIn(changed).length > MAX_OWN_SITES && needed !== null) {
          throw unprocessable(['body', 'site_id'], 'notification_sites_limit', { max: MAX_OWN_SITES }, 'too_many');
        }
        const isSame: Test = unchanged('changed_at', row?.changed_at);
        const set: Item = {
          person: user_id,
          settings: changed,
          changed_at: Math.max(now, (findNumberAt(row ?? {}, 'changed_at') ?? 0) + 1),
          ...(mail === false && { mail_off: true }),
          ...(language && { language }),
        };
        const remove = [...(mail === true ? ['mail_off'] : []), ...(language === null ? ['language'] : [])];
        const failed = await table.failedWrites([
          { update: key, set, remove, when: [isSame] },
          auditEntry(workspace_id, actor, 'notifications.patch', target, { isUse: false }),
          ...(needed === null ? [] : [{ check: keys.site(workspace_id, needed), when: LIVE }]),
          ...(address && mail === true && blocked === 'unsubscribed' ? [subscribeAgain(address)] : []),
        ]);
        if (failed.length === 0) return readSettings();
        if (needed !== null && failed.includes(2)) throw unknownSite();
      }
      throw unavailable('store_busy');
    },
  };
};
