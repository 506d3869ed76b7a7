import * as z from 'zod';
import { Id, PageQuery, refusing, Time, wholeNumber } from '../kit/contract/schema.ts';
import { SUPPRESSION_REASONS } from '../mail/suppressions.ts';
import { EVENTS, SHOWN_EVENTS, WAYS } from './events.ts';
import { LANGUAGES } from './rows.ts';

/** They are one row, which each notification writes. */
export const MAX_OWN_SITES = 20;

const Way = z.enum(WAYS);
const Language = z.enum(LANGUAGES);
const ways = <Shape extends z.ZodType>(shape: Shape) =>
  z.object(Object.fromEntries(EVENTS.map((event) => [event, shape])) as Record<(typeof EVENTS)[number], Shape>);

/** The texts of a page are read with it. */
export const NotificationsQuery = PageQuery.extend({ limit: wholeNumber(1, 50).default(20) });

export const Notification = z.object({
  id: Id,
  event: z.enum(SHOWN_EVENTS).meta({
    description:
      '`resolved`: by an agent; `verification_failed`: the element looks as before; `reopened`: a visitor says without words that it isn’t fixed, which has the settings of `reply`',
  }),
  site_id: Id.nullable(),
  annotation_id: Id.nullable(),
  review_id: Id.nullable(),
  by: z
    .string()
    .nullable()
    .meta({ description: 'The name of the member who did it; null: a visitor, an agent or no one' }),
  text: z
    .string()
    .nullable()
    .meta({ description: 'The beginning of the note, or the title of the review; null if you can’t see it any more' }),
  unread: z.boolean(),
  created_at: Time,
});

export const Unread = z.object({
  unread: z.number().int().meta({ description: 'At most 100: older ones count as read' }),
});

const WAYS_TO_NAME = { fields: 'ids, about, all' };
const countOf = (given: object) => Object.values(given).filter((value) => value !== undefined).length;

export const MarkRead = z
  .object({
    ids: z.array(Id).min(1).max(100).optional(),
    about: Id.optional().meta({ description: 'Instead of `ids`: those about this note or review' }),
    all: z.literal(true).optional().meta({ description: 'Instead of `ids`: everything so far' }),
  })
  .refine((given) => countOf(given) >= 1, refusing('one_of_required', WAYS_TO_NAME))
  .refine((given) => countOf(given) <= 1, refusing('only_one_of', WAYS_TO_NAME));

export type MarkRead = z.infer<typeof MarkRead>;

const SiteWays = ways(Way.optional());

export const NotificationSettings = z.object({
  mail: z.boolean().meta({ description: 'false: no notification by email, as after unsubscribing' }),
  mail_blocked: z.enum(SUPPRESSION_REASONS).nullable().meta({
    description: 'Why your address gets no email at all; only `unsubscribed` ends if you set `mail` to true',
  }),
  language: Language.nullable().meta({ description: "Of the emails; null: the profile's, or the workspace's" }),
  ways: ways(Way).meta({
    description: '`mail`: at once; `daily`: one email a day; `app`: in the app only; `off`: not at all',
  }),
  sites: z
    .array(z.object({ site_id: Id, ways: SiteWays }))
    .max(MAX_OWN_SITES)
    .meta({ description: 'Sites with their own settings; other events are as in `ways`' }),
});

export const NotificationSettingsPatch = z.object({
  mail: z.boolean().optional(),
  language: Language.nullable().optional(),
  site_id: Id.nullable().default(null).meta({ description: 'The site that `ways` are of; null: all' }),
  ways: ways(Way.nullable().optional()).optional().meta({ description: 'null: as for all sites, or the default' }),
});
