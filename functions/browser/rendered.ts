import * as z from 'zod';
import { CODES, type Code } from '../codes/codes.ts';
import { said } from '../codes/said.ts';

const cut = (most: number) => z.string().transform((text) => text.slice(0, most).toWellFormed());
const amount = z.number().nonnegative();

export const MAX_HTML = 2_000_000;
export const MAX_LISTED = 50;

/** Milliseconds since the navigation began. */
export const Timings = z.object({
  first_byte_ms: amount.nullable(),
  first_paint_ms: amount.nullable(),
  /** Largest Contentful Paint. */
  lcp_ms: amount.nullable(),
  /** Cumulative Layout Shift: the worst window of 5 s. */
  cls: amount.nullable(),
  /** Sum of the time that tasks took beyond 50 ms each, from the first paint until the page was quiet. */
  blocking_ms: amount.nullable(),
  loaded_ms: amount.nullable(),
});
export type Timings = z.infer<typeof Timings>;

const FailedRequest = z.object({
  url: cut(500),
  /** Chromium's kind: Document, Stylesheet, Image, Script, Fetch … */
  kind: cut(30),
  status: z.number().int().nullable(),
  error: cut(100).nullable(),
});
export type FailedRequest = z.infer<typeof FailedRequest>;

/** Limits that the page ran into: what is behind them was not seen. */
export const RENDER_LIMITS = ['bytes', 'requests', 'time', 'elements', 'height', 'html', 'answer'] as const;

const Traffic = z.object({
  requests: z.number().int().nonnegative(),
  /** On the wire, compressed, until the page was quiet. The median of three visits if the first was heavy. */
  bytes: amount,
  /** Answered with 400 or more, or not at all. */
  failed: z.array(FailedRequest).max(MAX_LISTED),
  failed_count: z.number().int().nonnegative(),
  /** Addresses over http on a page over https. */
  mixed: z.array(cut(500)).max(MAX_LISTED),
  /** Hosts that our guard refused: no fault of the page that a visitor would notice. */
  refused: z.array(cut(300)).max(MAX_LISTED),
});
export type Traffic = z.infer<typeof Traffic>;

const ConsoleError = z.object({ text: cut(300), url: cut(500).nullable(), line: z.number().int().nullable() });
export type ConsoleError = z.infer<typeof ConsoleError>;

/** Null if it is unknown. */
const LinkAnswer = z.object({ url: cut(1000), status: z.number().int().nullable() });
export type LinkAnswer = z.infer<typeof LinkAnswer>;

const PictureSize = z.object({ width: z.number().int().positive(), height: z.number().int().positive() });

export const NO_PAGE_REASONS = [
  'unreachable',
  'error_status',
  'refused_type',
  /** 401, 403, or a redirect to a form that asks for a password. */
  'login',
  /** Its scripts never pause, or it crashed. */
  'stuck',
  'timeout',
  'no_browser',
  /** The fault is ours and passes. */
  'busy',
] as const;

export const NotRendered = z.object({
  ok: z.literal(false),
  reason: z.enum(NO_PAGE_REASONS),
  said: z.object({
    text: z.string().max(500),
    code: z.custom<Code>((code) => typeof code === 'string' && Object.hasOwn(CODES, code)),
    values: z.record(z.string(), z.union([z.string().max(200), z.number()])).optional(),
  }),
});
export type NotRendered = z.infer<typeof NotRendered>;

export const refused = (reason: NotRendered['reason'], why: NotRendered['said']): NotRendered => ({
  ok: false,
  reason,
  said: why,
});

export const BUSY = refused('busy', said('pages_unavailable'));
export const STUCK = refused('stuck', said('page_stuck'));

export const RenderedPage = z.object({
  ok: z.literal(true),
  /** After redirects and scripts; of a fragment, only a router's route is kept. */
  url: z
    .string()
    .max(2048)
    .regex(/^https?:\/\//),
  status: z.number().int(),
  title: cut(500),
  html: z.string().max(MAX_HTML).optional(),
  /** As the scripts under `in-page` return them; their readers check the shape. */
  measurements: z.unknown().optional(),
  checks: z.unknown().optional(),
  visual_checks: z.unknown().optional(),
  candidates: z.unknown().optional(),
  /** The median of three visits if the first was slow. */
  timings: Timings,
  visits: z.number().int().min(1).max(3),
  traffic: Traffic,
  console: z.array(ConsoleError).max(MAX_LISTED),
  links: z.array(LinkAnswer).max(MAX_LISTED).optional(),
  /** Of the document, in CSS pixels. */
  page_height: amount,
  pictures: z.object({
    first_view: PictureSize.optional(),
    /** `top`: what is above is not on it. */
    whole_page: PictureSize.extend({ top: amount.default(0) }).optional(),
  }),
  limits: z.array(z.enum(RENDER_LIMITS)),
});
export type RenderedPage = z.infer<typeof RenderedPage>;

/** The renderer’s answer. It comes from a process that a page may have taken over. */
export const Rendered = z.discriminatedUnion('ok', [RenderedPage, NotRendered]);
export type Rendered = z.infer<typeof Rendered>;
