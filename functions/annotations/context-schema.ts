import * as z from 'zod';
import { anyText, refusing, withoutFragment } from '../kit/contract/schema.ts';

const text = anyText;
/** Finer than a hundredth means nothing here, and what a store cannot hold must not come in. */
const decimal = (least: number, most: number) =>
  z.number().check(
    z.gte(least),
    z.lte(most),
    z.overwrite((value: number) => Math.round(value * 100) / 100),
  );
/** Browsers lay out up to 33,554,428 pixels: lists that draw only a part of their rows reserve that much. */
const MAX_PIXELS = 1e8;
const Pixels = decimal(-MAX_PIXELS, MAX_PIXELS);
const few = <Shape extends z.ZodType>(shape: Shape, most: number) =>
  z.record(text(80), shape).refine((record) => Object.keys(record).length <= most, refusing('too_many', { max: most }));

/** Query and fragment may carry what a visitor did not mean to send. */
const bareUrl = (max = 2048) => text(max).overwrite((url) => url.replace(/[?#].*$/s, ''));
const Route = text(2048).overwrite((route) => withoutFragment(route.replace(/\?[^#]*/g, '')));
const PageUrl = bareUrl().refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), refusing('not_an_address'));

/** In CSS pixels, relative to the top left corner of the element's document. */
const Box = z.object({ x: Pixels, y: Pixels, width: Pixels, height: Pixels });

export const Page = z.object({
  url: PageUrl,
  /** The query itself isn't kept. */
  has_query: z.boolean().optional(),
  route: Route.optional(),
  title: text(200).optional(),
  build_id: text(120).optional(),
});

const Twins = z.object({ classes: text(200), index: z.number().int(), count: z.number().int() });
const Peers = z.array(z.object({ text: text(40).optional(), around: text(40).optional() })).max(6);

export const Anchor = z.object({
  kind: z.enum(['element', 'region', 'text', 'page']),
  selector: text(1024).optional(),
  xpath: text(1024).optional(),
  test_attributes: few(text(200), 30).optional(),
  role: text(80).optional(),
  name: text(200).optional(),
  tag: text(80).optional(),
  text: text(200).optional(),
  landmark: text(200).optional(),
  /** Text of the closest element around it that says more than it does: tells equal buttons of a list apart. */
  around: text(200).optional(),
  siblings: z
    .object({
      index: z.number().int(),
      count: z.number().int(),
      previous: text(80).optional(),
      next: text(80).optional(),
    })
    .optional(),
  /** Elements with its tag, in the order of the document: its place among them, and the nearest ones. */
  peers: z
    .object({ index: z.number().int(), count: z.number().int(), before: Peers, after: Peers, twins: Twins.optional() })
    .optional(),
  /** Of the elements around it, the nearest of each name: `data-testid`, `data-sku`, … */
  ancestor_attributes: few(text(200), 10).optional(),
  /** Of the shadow hosts and frames to enter, outermost first. */
  frame_path: z.array(text(1024)).max(10).optional(),
  box: Box.optional(),
  /** If the box is that of selected text or of a drawn area. */
  element_box: Box.optional(),
  /** The clicked point, relative to the box. */
  pin: z.object({ x: Pixels, y: Pixels }).optional(),
});

const SourceHint = z.object({
  framework: text(80).optional(),
  component_path: text(500).optional(),
  file: text(500).optional(),
  line: z.number().int().nonnegative().optional(),
  confidence: decimal(0, 1),
});

const Selection = z.object({ text: text(2000), prefix: text(200).optional(), suffix: text(200).optional() });

const Environment = z.object({
  viewport: z.object({ width: Pixels, height: Pixels }).optional(),
  scroll: z.object({ x: Pixels, y: Pixels }).optional(),
  pixel_ratio: decimal(0.01, 100).optional(),
  user_agent: text(500).optional(),
  color_scheme: z.enum(['light', 'dark']).optional(),
  locale: text(35).optional(),
});

/** Some pages replace `Date.now` by a clock with fractions. */
const At = z.number().overwrite(Math.round).int();
export const ConsoleEntry = z.object({ level: z.enum(['error', 'warning']), message: text(500), at: At });
export const FailedRequest = z.object({
  method: text(10),
  url: bareUrl(),
  status: z.number().int(),
  at: At,
});

/** WCAG's ratio of the element's text to what is painted behind it. */
const Contrast = z.object({ ratio: decimal(1, 21), color: text(40), background: text(40) });
/** A declaration that decides the element's look, or a custom property that it uses. */
const CssRule = z.object({
  property: text(200),
  value: text(200),
  selector: text(200),
  sheet: bareUrl(300).optional(),
});
const Spill = z.number().int().gte(-MAX_PIXELS).lte(MAX_PIXELS);
/** In CSS pixels: content beyond the element, the page beyond the window, the element beyond the window. */
const Overflow = z.object({ x: Spill, y: Spill, page_x: Spill, beyond_x: Spill });
export const Click = z.object({ role: text(80), name: text(80), at: At });
/** The link that was pointed at; without a status if asking could do harm. */
const Link = z.object({ url: bareUrl(), status: z.number().int().optional() });

/** In the order of its value to an agent. */
export const CapturedContext = z.object({
  page: Page,
  anchor: Anchor,
  source: SourceHint.optional(),
  selection: Selection.optional(),
  environment: Environment.optional(),
  html: text(1024).optional(),
  styles: few(text(300), 100).optional(),
  console: z.array(ConsoleEntry).max(20).optional(),
  failed_requests: z.array(FailedRequest).max(20).optional(),
  contrast: Contrast.optional(),
  css_rules: z.array(CssRule).max(12).optional(),
  overflow: Overflow.optional(),
  link: Link.optional(),
  /** The last ones before the note, oldest first; of a field only its name. */
  clicks: z.array(Click).max(10).optional(),
  /** The visitor drew on the picture, so it isn't compared with the page. */
  is_drawn_on: z.boolean().optional(),
});
export type CapturedContext = z.infer<typeof CapturedContext>;
