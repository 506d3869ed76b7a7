import { CapturedContext } from '../../annotations/context-schema.ts';
import { shownInLists } from '../../annotations/new-note.ts';
import type { NewNote } from '../../annotations/note-store.ts';
import type { Kind } from '../../annotations/rows.ts';
import { hasQuery } from '../../browser/in-page/clean.ts';
import { VIEWS, type ViewName } from '../../browser/order.ts';
import { newId, timeOfId } from '../../kit/ids.ts';
import type { FindingRow } from '../finding-rows.ts';
import type { Content, Element } from '../read/content.ts';
import { SCREENSHOTS } from '../read/fact-places.ts';
import type { PersonaAsRun } from '../run-rows.ts';

const bodyOf = ({ comment, fix }: FindingRow): string =>
  [comment, fix?.before && `Before: ${fix.before}`, fix && `${fix.before ? 'After' : 'Fix'}: ${fix.after}`]
    .filter(Boolean)
    .join('\n\n');

type Author = Pick<PersonaAsRun, 'name' | 'category'>;

const SERIOUS = 3;
const BY_CATEGORY: Readonly<Record<string, Kind>> = { copy: 'copy', design: 'design' };

const kindOf = ({ kind, severity }: FindingRow, { category }: Author): Kind => {
  if (kind === 'strength') return 'praise';
  return BY_CATEGORY[category] ?? ((severity ?? 0) >= SERIOUS ? 'bug' : 'idea');
};

const TAGS: Readonly<Partial<Record<Element['kind'], string>>> = {
  link: 'a',
  image: 'img',
  button: 'button',
  field: 'input',
  table: 'table',
  list: 'ul',
  code: 'pre',
};

type Place = FindingRow['evidence'][number] | undefined;

/** Ids of a fetched page count its elements; those of a note's element are selectors. */
const COUNTED = /^(?:h[1-6]|link|image|button|field|table|list|code)-\d+$/;
const WHOLE = /^(?:page|screenshot(?:-\w+)?|element|image-\d+)$/;

/** A note's content is about its element, and has words of its code, which the page doesn't show. */
const inNote = (evidence: Place, [about]: readonly Element[]): Place =>
  evidence && { ...evidence, quote: null, element: evidence.element ?? about?.id ?? null };

const anchorOf = (evidence: Place, elements: readonly Element[]) => {
  const { quote, element: id } = evidence ?? {};
  const selector = evidence && 'selector' in evidence ? evidence.selector : undefined;
  if (selector) {
    const words = quote?.slice(0, 200).toWellFormed();
    return {
      kind: 'element' as const,
      selector: selector.slice(0, 1024).toWellFormed(),
      ...(words && { text: words }),
    };
  }
  if (quote) return { kind: 'text' as const, text: quote.slice(0, 200).toWellFormed() };
  const element = id && !WHOLE.test(id) ? elements.find((one) => one.id === id) : undefined;
  if (!element) return { kind: 'page' as const };
  const tag = element.kind === 'heading' ? `h${element.level ?? 2}` : TAGS[element.kind];
  return {
    kind: 'element' as const,
    ...(!COUNTED.test(element.id) && { selector: element.id }),
    ...(tag && { tag }),
    ...(element.label && { name: element.label.slice(0, 200).toWellFormed() }),
  };
};

const SCREENSHOT_VIEWS = Object.entries(SCREENSHOTS) as [ViewName, string][];

/** The place of a fact as the widget would have captured it: in pixels of the page, scrolled into the window. */
const seenAt = (evidence: Place, content: Content | undefined) => {
  const { element, region } = evidence ?? {};
  const view = SCREENSHOT_VIEWS.find(([, name]) => name === element)?.[0];
  const picture = content?.pictures.find((one) => one.element === element);
  if (!view || !region || !picture?.width || !picture.height) return undefined;
  const [left = 0, top = 0, width = 0, height = 0] = region;
  const box = {
    ...{ x: left * picture.width, width: width * picture.width },
    ...{ y: top * picture.height, height: height * picture.height },
  };
  const { width: across, height: down } = VIEWS[view];
  const y = Math.max(0, Math.min(picture.height - down, box.y - (down - box.height) / 2));
  return {
    box,
    cut_from: picture.key,
    environment: { viewport: { width: across, height: down }, scroll: { x: 0, y }, pixel_ratio: 1 },
  };
};

/** Enough to find the element again, without the visitor's browser. */
const placedAs = ({ page, anchor, environment, html }: CapturedContext) => ({
  ...{ page, anchor, html },
  environment: environment && { ...environment, user_agent: undefined },
});

interface Asked {
  site_id: string;
  review_id: string;
  url: string;
  /** False if the review is of a text or a file, whose words the page may lack. */
  isOfPage: boolean;
  /** It is of a note's element. */
  isOfNote: boolean;
  /** Captured with the reviewed note, unless it was deleted. */
  about: CapturedContext | undefined;
  finding: FindingRow;
  persona: Author;
  /** If it is still stored. */
  content: Content | undefined;
}

/** A finding as a note that its persona left on the page. */
export const noteOfFinding = ({
  site_id,
  review_id,
  url,
  isOfPage,
  isOfNote,
  about,
  finding,
  persona,
  content,
}: Asked): NewNote => {
  const id = newId();
  const at = timeOfId(id);
  const [first] = finding.evidence;
  const quote = first?.quote;
  const seen = seenAt(first, content);
  const elements = content?.elements ?? [];
  const place = isOfNote ? inNote(first, elements) : first;
  const anchor = isOfPage ? anchorOf(place, elements) : { kind: 'page' as const };
  const { pathname, hash } = new URL(url);
  const ofContent = {
    page: {
      url,
      ...(hasQuery(url) && { has_query: true }),
      ...(/^#!?\//.test(hash) && { route: (pathname + hash).slice(0, 2048) }),
      ...(content?.title && { title: content.title.slice(0, 200).toWellFormed() }),
    },
    anchor: { ...anchor, ...(seen && { box: seen.box }) },
    ...(seen && { environment: seen.environment }),
  };
  const captured = CapturedContext.parse({
    ...(about ? placedAs(about) : ofContent),
    ...(quote && { selection: { text: quote } }),
  });
  const body = bodyOf(finding);
  const { name } = persona;
  return {
    row: {
      id,
      site_id,
      status: 'pending',
      kind: kindOf(finding, persona),
      auto_fix: false,
      ...shownInLists({ body, captured, kind: 'persona', name, email: null }),
      ...(seen && { has_more: true }),
      created_at: at,
      updated_at: at,
      origin: { review_id, feedback_id: finding.id },
    },
    context: {
      body,
      name,
      email: null,
      captured,
      screenshot_key: null,
      thumbnail_key: null,
      ...(seen && { cut_from: seen.cut_from }),
    },
  };
};
