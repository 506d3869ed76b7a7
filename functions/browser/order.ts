import * as z from 'zod';

/** Every job ends then. */
export const MAX_RENDER_MS = 60_000;

export const VIEWS = {
  wide: { width: 1440, height: 900, is_phone: false },
  narrow: { width: 390, height: 844, is_phone: true },
} as const;

export type ViewName = keyof typeof VIEWS;

/** In CSS pixels of the page, from its top left corner. */
export const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Box = z.infer<typeof Box>;

export const MAX_ANCHORS = 100;

/** A CSS selector within the last of the shadow hosts and frames to enter. */
export const Selector = z.object({
  selector: z.string().max(1024),
  frame_path: z.array(z.string().max(1024)).max(10).default([]),
});
export type Selector = z.infer<typeof Selector>;

const Upload = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });

export const PICTURES = ['first_view', 'whole_page'] as const;
export type PictureName = (typeof PICTURES)[number];

/** One visit to one page, in one window, with a fresh profile. */
export const RenderOrder = z.object({
  url: z.string().max(2048),
  view: z.object({
    width: z.number().int().min(240).max(3840),
    height: z.number().int().min(240).max(2400),
    pixel_ratio: z.number().min(1).max(3).default(1),
    is_phone: z.boolean().default(false),
    color_scheme: z.enum(['light', 'dark']).default('light'),
    locale: z.string().max(35).optional(),
  }),
  wants: z.object({
    /** The document after its scripts, serialized. */
    html: z.boolean().default(false),
    /** For the rules of `functions/facts`. */
    measurements: z.boolean().default(false),
    /** Every element with the properties by which a pinned one is found again, and the elements that these name. */
    candidates: z.array(Selector).max(MAX_ANCHORS).optional(),
    /** The height at which the picture of a page that is too high for one is taken. */
    picture_at: z.number().min(0).max(1e7).default(0),
    /** How the page's links answer; needs the measurements. */
    links: z.boolean().default(false),
  }),
  /** Signed addresses; the job can write nothing else. */
  uploads: z.partialRecord(z.enum(PICTURES), Upload).default({}),
  timeout_ms: z.number().positive().max(MAX_RENDER_MS).default(MAX_RENDER_MS),
});
export type RenderOrder = z.input<typeof RenderOrder>;
