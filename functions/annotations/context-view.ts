import { shortAgent } from '../kit/text/user-agent.ts';
import type { CapturedContext } from './context-schema.ts';
import type { ElementSeen } from './rows.ts';

/** `first` is its share, in tokens, before the sections after it. */
export interface Section {
  title: string;
  text: string;
  first: number;
}

type Captured = Omit<CapturedContext, 'console' | 'failed_requests' | 'clicks'> & {
  console?: readonly { level: string; message: string }[] | undefined;
  failed_requests?: readonly { method: string; url: string; status: number }[] | undefined;
  clicks?: readonly { role: string; name: string }[] | undefined;
};

type Named = readonly (readonly [name: string, value: unknown])[];

const pairs = (named: Named): string =>
  named
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}=${typeof value === 'string' ? JSON.stringify(value) : String(value)}`)
    .join(' ');

const round = (value: number) => Math.round(value * 100) / 100;

const boxText = (box: { x: number; y: number; width: number; height: number } | undefined) =>
  box && `${round(box.x)},${round(box.y)} ${round(box.width)}x${round(box.height)}`;

const pageText = ({ page }: Captured) =>
  pairs([
    ['url', page.url],
    ['route', page.route],
    ['title', page.title],
    ['build', page.build_id],
  ]);

const siblingsText = ({ siblings }: Captured['anchor']) => siblings && `${siblings.index + 1} of ${siblings.count}`;

const anchorText = ({ anchor }: Captured) =>
  pairs([
    ['kind', anchor.kind],
    ['selector', anchor.selector],
    ['xpath', anchor.xpath],
    ...Object.entries(anchor.test_attributes ?? {}),
    ['role', anchor.role],
    ['name', anchor.name],
    ['tag', anchor.tag],
    ['text', anchor.text],
    ['landmark', anchor.landmark],
    ['around', anchor.around],
    ['sibling', siblingsText(anchor)],
    ['after', anchor.siblings?.previous],
    ['before', anchor.siblings?.next],
    ['frames', anchor.frame_path?.join(' >> ')],
    ['box', boxText(anchor.box)],
  ]);

const sourceText = ({ source }: Captured) =>
  pairs([
    ['framework', source?.framework],
    ['component', source?.component_path],
    ['file', source?.file],
    ['line', source?.line],
    ['confidence', source?.confidence],
  ]);

const selectionText = ({ selection }: Captured) =>
  pairs([
    ['text', selection?.text],
    ['after', selection?.prefix],
    ['before', selection?.suffix],
  ]);

const sizeText = (size: { width: number; height: number } | undefined) => size && `${size.width}x${size.height}`;
const scrollText = (scroll: { x: number; y: number } | undefined) => scroll && `${round(scroll.x)},${round(scroll.y)}`;

const environmentText = ({ environment }: Captured) =>
  pairs([
    ['viewport', sizeText(environment?.viewport)],
    ['scroll', scrollText(environment?.scroll)],
    ['pixel_ratio', environment?.pixel_ratio],
    ['scheme', environment?.color_scheme],
    ['locale', environment?.locale],
    ['agent', environment?.user_agent && shortAgent(environment.user_agent)],
  ]);

const stylesText = ({ styles = {} }: Captured) =>
  Object.entries(styles)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');

const consoleText = ({ console: entries = [] }: Captured) =>
  entries.map(({ level, message }) => `${level}: ${message}`).join('\n');

const requestsText = ({ failed_requests = [] }: Captured) =>
  failed_requests.map(({ method, url, status }) => `${method} ${url} ${status}`).join('\n');

const lookText = ({ contrast, overflow, link }: Captured) =>
  pairs([
    ['contrast', contrast?.ratio],
    ['text_color', contrast?.color],
    ['background', contrast?.background],
    ['content_beyond_element', overflow && `${overflow.x},${overflow.y}`],
    ['page_beyond_window', overflow?.page_x],
    ['element_beyond_window', overflow?.beyond_x],
    ['link', link?.url],
    ['link_status', link && (link.status ?? 'not measured')],
  ]);

const rulesText = ({ css_rules = [] }: Captured) =>
  css_rules
    .map(
      ({ property, value, selector, sheet }) =>
        `${property}: ${value} <- ${[selector, sheet].filter(Boolean).join(' in ')}`,
    )
    .join('\n');

const clicksText = ({ clicks = [] }: Captured) =>
  clicks.map(({ role, name }) => `${role} ${JSON.stringify(name)}`).join('\n');

export const seenText = ({ text, name, href, width, height, beyond_x }: ElementSeen): string =>
  pairs([
    ['text', text],
    ['name', name],
    ['href', href],
    ['size', sizeText({ width: round(width), height: round(height) })],
    ['beyond_window', beyond_x],
  ]);

/** Further measurements, with `detail: full`. */
export const detailSections = (context: Captured): Section[] => [
  { title: 'look', text: lookText(context), first: 100 },
  { title: 'CSS rules', text: rulesText(context), first: 200 },
  { title: 'around', text: pairs(Object.entries(context.anchor.ancestor_attributes ?? {})), first: 60 },
  { title: 'clicked before, oldest first', text: clicksText(context), first: 120 },
];

export const contextSections = (context: Captured): Section[] => [
  { title: 'page', text: pageText(context), first: 120 },
  { title: 'element', text: anchorText(context), first: 300 },
  { title: 'source', text: sourceText(context), first: 80 },
  { title: 'selected', text: selectionText(context), first: 120 },
  { title: 'view', text: environmentText(context), first: 90 },
  { title: 'html', text: context.html ?? '', first: 250 },
  { title: 'styles', text: stylesText(context), first: 250 },
  { title: 'console', text: consoleText(context), first: 120 },
  { title: 'failed requests', text: requestsText(context), first: 80 },
];
