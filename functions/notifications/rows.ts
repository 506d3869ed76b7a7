import { DAY } from '../kit/clock.ts';
import { fields, listOf, number, oneOf, optional, text } from '../kit/table/fields.ts';
import type { Item } from '../kit/table/table.ts';
import { EVENTS, type NotifiedEvent, type Settings, WAYS } from './events.ts';

/** The row's `ttl`, and the check of its age. */
export const KEPT_MS = 60 * DAY;

export const LANGUAGES = ['en', 'de'] as const;

/** One shape for what is owed and what is listed: the second is the first, for one member. */
const event = {
  event: oneOf(EVENTS),
  site_id: optional(text),
  annotation_id: optional(text),
  reply_id: optional(text),
  review_id: optional(text),
  by: optional(text),
  created_at: number,
};
export const readEvent = fields({ ...event, to: optional(listOf(text)) });
export const readNotification = fields(event);
export type Notification = ReturnType<typeof readNotification>;

const readWay = optional(oneOf(WAYS));
const readWays = fields(
  Object.fromEntries(EVENTS.map((name) => [name, readWay])) as Record<NotifiedEvent, typeof readWay>,
);

const ids = (value: unknown): ReadonlySet<string> =>
  value instanceof Set ? new Set([...value].map(text)) : new Set<string>();

const settings = (value: unknown): Settings =>
  Object.fromEntries(Object.entries((value ?? {}) as Item).map(([site, ways]) => [site, readWays(ways)]));

/** Of the user's row: for all workspaces. */
export const profileLanguage = (account: Item | undefined) => optional(oneOf(LANGUAGES))(account?.language);

/** A member without a row has the defaults, and nothing unread. */
export const readReader = (row: Item | undefined) => ({
  settings: settings(row?.settings),
  unread: ids(row?.unread),
  /** The oldest and the newest that count as read only because there were too many. */
  dropped_from: optional(text)(row?.dropped_from) ?? '',
  dropped_to: optional(text)(row?.dropped_to) ?? '',
  /** Without it, mails are off: the member unsubscribed. */
  is_mailed: row?.mail_off !== true,
  language: optional(oneOf(LANGUAGES))(row?.language),
});

/** Of one digest, which names how many more there are. */
export const MAX_IN_DIGEST = 100;

export const readDigest = (row: Item | undefined) => ids(row?.entries);
