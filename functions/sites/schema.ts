import * as z from 'zod';
import { ICONS, type Icon, LANGUAGES } from '../../web/widget/config.ts';
import type { RefusalCode } from '../codes/refusals.ts';
import { anyText, emailAddress, httpUrl, Id, refusing, Time, writtenText } from '../kit/contract/schema.ts';
import { keys, scratchKeys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';

export const MAX_SITES = 100;
export const MAX_STAKEHOLDERS = 1000;
/** Every list and write of the workspace names them in an expression, of which DynamoDB takes 4 KB. */
export const MAX_PENDING_DELETIONS = 100;

const HttpUrl = httpUrl();

/** Exactly as a browser sends it in `Origin`. */
export const isOrigin = (text: string): boolean =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text;

const Origin = z.string().max(255).refine(isOrigin, refusing('not_an_origin'));

export const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;
export const LOCALES = ['auto', 'en', ...LANGUAGES] as const;
export const WIDGET_ICONS = Object.keys(ICONS) as [Icon, ...Icon[]];
export const THEMES = ['auto', 'light', 'dark'] as const;

const Position = z.enum(POSITIONS);
const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'not_a_color' satisfies RefusalCode);
const Locale = z.enum(LOCALES);
/** Empty for the language's own word. */
const Label = anyText(24);
const WidgetIcon = z.enum(WIDGET_ICONS);
const Theme = z.enum(THEMES);

export const RATINGS = ['none', 'stars', 'thumbs'] as const;
export const QUESTION_KINDS = ['text', 'choice'] as const;
const Rating = z.enum(RATINGS);
const MAX_QUESTIONS = 5;
const MAX_OPTIONS = 8;

const Question = z.object({
  id: z.string().regex(/^[a-z0-9_-]{1,20}$/),
  label: writtenText(120),
  kind: z.enum(QUESTION_KINDS).default('text'),
  options: z.array(writtenText(60)).max(MAX_OPTIONS).default([]).meta({ description: 'Of a choice' }),
  required: z
    .boolean()
    .default(false)
    .meta({ description: 'The widget asks for an answer; the API takes notes without' }),
});
const Questions = z
  .array(Question)
  .max(MAX_QUESTIONS)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Question IDs must differ');

export const WidgetSettings = z.object({
  position: Position.default('bottom-right'),
  color: Color.default('#4f46e5'),
  locale: Locale.default('auto'),
  anonymous_allowed: z.boolean().default(true),
  /** The rest is absent until it is set. */
  label: Label.optional().meta({
    description: 'On the launcher; empty: “Feedback”, or the same in the site’s language',
  }),
  icon: WidgetIcon.optional(),
  theme: Theme.optional().meta({ description: '`auto`: as the visitor’s system' }),
  rating: Rating.optional().meta({ description: 'Asked with each note' }),
  questions: Questions.optional().meta({ description: 'Asked with each note' }),
});

export const WidgetSiteCreate = z.object({
  name: writtenText(120),
  url: HttpUrl,
  /** If absent, the origin of `url`. */
  allowed_origins: z.array(Origin).min(1).max(20).optional(),
  widget: WidgetSettings.prefault({}),
});

export const WidgetSitePatch = WidgetSiteCreate.partial().extend({
  widget: z
    .object({
      position: Position,
      color: Color,
      locale: Locale,
      anonymous_allowed: z.boolean(),
      label: Label,
      icon: WidgetIcon,
      theme: Theme,
      rating: Rating,
      questions: Questions,
    })
    .partial()
    .optional(),
  enforce_policy: z.boolean().optional().meta({
    description:
      'true: agents resolve only notes with unattended_edits.allowed; people are never refused. Only people change it',
  }),
});

const Derivation = z.object({ key_id: z.string(), version: z.number().int() });
export type Derivation = z.infer<typeof Derivation>;

export const SiteRow = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  url: z.string(),
  allowed_origins: z.array(z.string()),
  widget: z.object({
    position: Position,
    color: z.string(),
    locale: Locale,
    anonymous_allowed: z.boolean(),
    label: z.string().optional(),
    icon: WidgetIcon.optional(),
    theme: Theme.optional(),
    rating: Rating.optional(),
    questions: z.array(Question).max(MAX_QUESTIONS).optional(),
  }),
  enforce_policy: z.boolean().default(false),
  /** Made by `createSampleSite`; counts against no limit. */
  sample: z.boolean().default(false),
  derivations: z.object({ widget: Derivation, mcp: Derivation, loader: Derivation }),
  /** Of the identity secret, once it was rotated. */
  identity: Derivation.optional(),
  created_by: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  deleted_at: z.number().optional(),
});
export type SiteRow = z.infer<typeof SiteRow>;
export const siteRows = rowsAs(keys.site, () => SiteRow);

/** Never contains a secret. */
export const Site = SiteRow.omit({ derivations: true, identity: true, created_by: true, deleted_at: true }).extend({
  id: Id,
  workspace_id: Id,
  enforce_policy: z.boolean(),
  sample: z.boolean().meta({ description: 'true: made for trying Sidenote on its demo page' }),
  created_at: Time,
  updated_at: Time,
});

export const SiteSecrets = z.object({ widget_token: z.string(), mcp_token: z.string(), loader_secret_id: z.string() });

export const SeenRow = z.object({ url: z.string(), version: z.string(), seen_at: z.number() });
export const seenRows = rowsAs(scratchKeys.seen, () => SeenRow);
export const RefusedRow = z.object({ origin: z.string(), refused_at: z.number() });
export const refusedRows = rowsAs(scratchKeys.refused, () => RefusedRow);

/** `refused` is the last page of an origin that the site does not list: it explains why nothing was seen. */
export const SiteSeen = z.object({
  seen: SeenRow.extend({ seen_at: Time }).nullable(),
  refused: RefusedRow.extend({ refused_at: Time }).nullable(),
});

export const IdentitySecretShown = z.object({
  identity_secret: z.string().meta({ description: 'Keep it on your server: it proves who a visitor is' }),
});

export const McpTokenShown = z.object({ mcp_token: z.string() });

export const AutoFixDefault = z.enum(['never', 'optional_off', 'optional_on']);

export const StakeholderWrite = z.object({
  name: anyText(120).nullish(),
  email: emailAddress().nullish(),
  auto_fix_default: AutoFixDefault.optional(),
});

export const StakeholderRow = z.object({
  id: z.string(),
  site_id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  auto_fix_default: AutoFixDefault,
  derivation: Derivation,
  created_at: z.number(),
  updated_at: z.number(),
});
export type StakeholderRow = z.infer<typeof StakeholderRow>;
export const stakeholderRows = rowsAs(keys.stakeholder, () => StakeholderRow);

export const Stakeholder = StakeholderRow.omit({ derivation: true }).extend({
  id: Id,
  site_id: Id,
  token: z.string().optional(),
  link: z.string().optional().meta({
    description: "The site's URL with the stakeholder's token; anyone with this link acts as this stakeholder",
  }),
  created_at: Time,
  updated_at: Time,
});
