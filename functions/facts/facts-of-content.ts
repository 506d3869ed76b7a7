import { said } from '../codes/said.ts';
import { BROWSER_RULES, TEXT_RULES } from './catalog.ts';
import type { Fact } from './fact.ts';
import { inOrder } from './facts-of-page.ts';
import type { RuleId } from './properties.ts';
import { consistencyFacts } from './rules/consistency.ts';
import { languageFacts } from './rules/language.ts';
import { wordedLinkFacts } from './rules/links.ts';
import { byPlaces, failedIf, notMeasured } from './rules/outcome.ts';
import { isGenericTitle } from './rules/page.ts';
import { guessLanguage, type Passage, primary } from './rules/passage.ts';
import { spellingFact } from './rules/spelling.ts';

/** As it was read, without a browser. */
export interface ReadContent {
  input_type: 'text' | 'document' | 'site' | 'pdf' | 'image' | 'audio' | 'video';
  title: string | null;
  url: string | null;
  language: string | null;
  text: string;
  elements: readonly {
    id: string;
    kind: string;
    label: string;
    level?: number | undefined;
    href?: string | undefined;
  }[];
  /** From and to in the text. Code in fences and backticks needs no entry. */
  code?: readonly (readonly [number, number])[] | undefined;
  /** Of pictures, as a model read them. */
  transcripts?: readonly { text: string }[] | undefined;
  /** Of a PDF; undefined if it isn't known. */
  is_tagged?: boolean | undefined;
  /** Of a page or PDF; undefined if it isn't known. */
  is_titled?: boolean | undefined;
}

const SET_ASIDE = '\uFFFC';

const withoutCode = ({ text, code = [] }: ReadContent): string => {
  const starts = [0, ...code.map(([, to]) => to)];
  return starts.map((from, at) => text.slice(from, code[at]?.[0])).join(SET_ASIDE);
};

/** Only the lines of plain text may be parts of one sentence; elsewhere they are rows, items or separated by breaks. */
const APART = /(?<=[\p{L}\p{N}])[^\S\n]*\n\s*(?=\p{L})/gu;

/** Code is set aside, as on a page. */
const passagesOf = (content: ReadContent): Passage[] => {
  const { input_type, language, transcripts = [] } = content;
  const text = withoutCode(content) || transcripts.map((one) => one.text).join('\n\n');
  const own = primary(language) || (guessLanguage(text) ?? '');
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, SET_ASIDE)
    .replace(/`[^`\n]+`/g, SET_ASIDE)
    .split(/\n\s*\n/)
    .filter((block) => /\S/.test(block))
    .map((block) => (input_type === 'text' ? block : block.replace(APART, ` ${SET_ASIDE} `)))
    .map((block) => ({ text: block.replace(/[^\S\t]+/g, ' ').trim(), language: own }));
};

const headingFact = ({ elements }: ReadContent): Fact[] => {
  const headings = elements.flatMap(({ kind, label, level }) =>
    kind === 'heading' && level ? [{ label, level }] : [],
  );
  if (headings.length < 2) return [];
  const places = headings.map(({ label, level }) => ({ quote: label, value: `h${level}` }));
  const isSkipped = (i: number) => (headings[i]?.level ?? 0) > (headings[i - 1]?.level ?? 6) + 1;
  const skipped = places.filter((_, i) => isSkipped(i));
  const empty = places.filter(({ quote }) => !quote.trim());
  return [byPlaces('heading-order', skipped), byPlaces('heading-empty', empty)];
};

const linkFacts = ({ elements, url }: ReadContent): Fact[] => {
  const links = elements.flatMap(({ kind, label, href }) =>
    kind === 'link' && href !== undefined ? [{ text: label, quote: label, href, url: href }] : [],
  );
  return links.length === 0 ? [] : wordedLinkFacts(links, url ?? '');
};

const titleFact = (title: string | null, isFile = false): Fact =>
  failedIf('page-title', !title?.trim() || isGenericTitle(title) || isFile, { measured: title });
const languageFact = (language: string | null): Fact => failedIf('html-lang', !language, { measured: language });

/** From markup alone, before scripts have run. */
const markupFacts = ({ title, is_titled, language, elements }: ReadContent): Fact[] => {
  const unnamed = (rule: RuleId, kind: string): Fact[] => {
    const all = elements.filter((element) => element.kind === kind);
    const places = all.filter(({ label }) => !label.trim()).map(({ id }) => ({ value: id }));
    return all.length > 0 ? [byPlaces(rule, places)] : [];
  };
  const headings = elements.filter(({ kind }) => kind === 'heading');
  return [
    titleFact(is_titled === false ? null : title),
    languageFact(language),
    failedIf('heading-one', !headings.some(({ level }) => level === 1)),
    ...unnamed('link-name', 'link'),
    ...unnamed('control-name', 'button'),
    ...unnamed('field-label', 'field'),
  ];
};

const pdfFacts = ({ title, language, is_tagged, is_titled }: ReadContent): Fact[] => [
  titleFact(is_titled === false ? null : title, /\.(?:docx?|pptx?|indd|pdf)$/i.test(title ?? '')),
  languageFact(language),
  notMeasured('heading-order', said('heading_levels_guessed')),
  is_tagged === undefined ? notMeasured('pdf-tags', said('file_tags_unknown')) : failedIf('pdf-tags', !is_tagged),
];

/** The rules that apply to a content of this type; of a site with `needsBrowser`, the others are not measured. */
export const factsOfContent = (content: ReadContent, now: number, needsBrowser = false): Fact[] => {
  const { input_type, language } = content;
  const passages = passagesOf(content);
  if (passages.length === 0 && input_type === 'image')
    return TEXT_RULES.map((rule) => notMeasured(rule, said('picture_words_unread')));
  const isSpoken = /^(?:audio|video|image)$/.test(input_type);
  const written: readonly RuleId[] = ['spelling', 'doubled-word', 'broken-characters'];
  const facts = [
    ...languageFacts(passages, language),
    spellingFact(passages, primary(language)),
    ...consistencyFacts(passages, { tables: [], listings: [] }, now).filter(({ rule }) => rule !== 'sum-wrong'),
  ].map((fact) =>
    isSpoken && written.includes(fact.rule as RuleId)
      ? notMeasured(fact.rule as RuleId, said('only_transcript'))
      : fact,
  );
  const own = [
    ...(input_type === 'pdf' ? pdfFacts(content) : headingFact(content)),
    ...linkFacts(content),
    ...(input_type === 'site' ? markupFacts(content) : []),
  ];
  const measured = new Set(own.map(({ rule }) => rule));
  const others = input_type === 'site' && needsBrowser ? BROWSER_RULES : [];
  return inOrder([
    ...facts,
    ...own,
    ...others.filter((rule) => !measured.has(rule)).map((rule) => notMeasured(rule, said('needs_browser'))),
  ]);
};
