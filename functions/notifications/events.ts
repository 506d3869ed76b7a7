export const EVENTS = [
  'new_note',
  'reply',
  'assigned',
  'mention',
  'resolved',
  'verification_failed',
  'review_done',
] as const;
export type NotifiedEvent = (typeof EVENTS)[number];

/** `reopened` is a `reply` without words, and follows its settings. */
export const SHOWN_EVENTS = [...EVENTS, 'reopened'] as const;
export type ShownEvent = (typeof SHOWN_EVENTS)[number];

export const shownEvent = ({ event, reply_id }: { event: NotifiedEvent; reply_id?: string | undefined }): ShownEvent =>
  event === 'reply' && reply_id === undefined ? 'reopened' : event;

/** Everything but `off` is in the list in the app. */
export const WAYS = ['mail', 'daily', 'app', 'off'] as const;
export type Way = (typeof WAYS)[number];

/** A person who is asked something hears at once; what only informs waits for the digest or the app. */
export const DEFAULT_WAYS: Readonly<Record<NotifiedEvent, Way>> = {
  new_note: 'daily',
  reply: 'daily',
  assigned: 'mail',
  mention: 'mail',
  resolved: 'app',
  verification_failed: 'daily',
  review_done: 'app',
};

/** By site id; those of all sites are under `all`. */
export type Settings = Readonly<Record<string, Partial<Record<NotifiedEvent, Way | undefined>>>>;

export const ALL_SITES = 'all';

export const wayFor = (settings: Settings, event: NotifiedEvent, site: string | undefined): Way =>
  (site === undefined ? undefined : settings[site]?.[event]) ?? settings[ALL_SITES]?.[event] ?? DEFAULT_WAYS[event];
