import { RULE_IDS, RULES, type RuleId } from './catalog.ts';
import type { Fact } from './fact.ts';
import { inOrder } from './facts-of-page.ts';
import { consistencyFacts } from './rules/consistency.ts';
import { languageFacts } from './rules/language.ts';
import { isPrivate, isVague } from './rules/links.ts';
import { byPlaces, failedIf, notMeasured } from './rules/outcome.ts';
import { BROWSER_RULES, isGenericTitle } from './rules/page.ts';
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
  /** Of pictures, as a model read them. */
  transcripts?: readonly { text: string }[] | undefined;
  /** Of a PDF; undefined if it isn't known. */
  is_tagged?: boolean | undefined;
}

const ONLY_TRANSCRIBED = 'The text is a transcript.';
const UNKNOWN_TAGS = 'The file does not say it.';
const UNREAD = 'No model has read the words of the picture.';

const TEXT_RULES = RULE_IDS.filter((id) => RULES[id].topic === 'language' || RULES[id].topic === 'consistency');

/** Code is set aside, as on a page. */
const passagesOf = ({ text: written, language, transcripts = [] }: ReadContent): Passage[] => {
  const text = written || transcripts.map((one) => one.text).join('\n\n');
  const own = primary(language) || (guessLanguage(text) ?? '');
  return text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '\uFFFC')
    .replace(/`[^`\n]+`/g, '\uFFFC')
    .split(/\n{2,}/)
    .filter((block) => /\S/.test(block))
    .map((block) => ({ text: block.replace(/[^\S\t]+/g, ' ').trim(), language: own }));
};

const headingFact = ({ elements }: ReadContent): Fact[] => {
  const headings = elements.flatMap(({ kind, label, level }) =>
    kind === 'heading' && level ? [{ label, level }] : [],
  );
  if (headings.length < 2) return [];
  const skipped = headings.filter(({ level }, i) => i > 0 && level > (headings[i - 1]?.level ?? level) + 1);
  return [
    byPlaces(
      'heading-order',
      skipped.map(({ label, level }) => ({ quote: label, value: `h${level}` })),
    ),
    byPlaces(
      'heading-empty',
      headings.filter(({ label }) => !label.trim()).map(({ level }) => ({ value: `h${level}` })),
    ),
  ];
};

const linkFacts = ({ elements, url }: ReadContent): Fact[] => {
  const links = elements.flatMap(({ kind, label, href }) =>
    kind === 'link' && href !== undefined ? [{ label, href }] : [],
  );
  if (links.length === 0) return [];
  const places = (found: typeof links) => found.map(({ label, href }) => ({ quote: label, value: href }));
  return [
    byPlaces('link-words', places(links.filter(({ label }) => isVague(label)))),
    byPlaces('link-private', places(links.filter(({ href, label }) => isPrivate(href, url ?? '') && label !== href))),
    byPlaces('link-empty', places(links.filter(({ href }) => /^\s*(?:javascript:.*)?$/is.test(href)))),
  ];
};

/** From markup alone, before scripts have run. */
const markupFacts = ({ title, language, elements }: ReadContent): Fact[] => {
  const unnamed = (rule: RuleId, kind: string): Fact[] => {
    const all = elements.filter((element) => element.kind === kind);
    const places = all.filter(({ label }) => !label.trim()).map(({ id }) => ({ value: id }));
    return all.length > 0 ? [byPlaces(rule, places)] : [];
  };
  const headings = elements.filter(({ kind }) => kind === 'heading');
  return [
    failedIf('page-title', !title?.trim() || isGenericTitle(title), { measured: title }),
    failedIf('html-lang', !language, { measured: language }),
    failedIf('heading-one', !headings.some(({ level }) => level === 1)),
    ...unnamed('link-name', 'link'),
    ...unnamed('control-name', 'button'),
    ...unnamed('field-label', 'field'),
  ];
};

const pdfFacts = ({ title, language, is_tagged }: ReadContent): Fact[] => [
  failedIf('page-title', !title?.trim() || isGenericTitle(title) || /\.(?:docx?|pptx?|indd|pdf)$/i.test(title), {
    measured: title,
  }),
  failedIf('html-lang', !language, { measured: language }),
  is_tagged === undefined ? notMeasured('pdf-tags', UNKNOWN_TAGS) : failedIf('pdf-tags', !is_tagged),
];

/** The rules that apply to a content of this type; `noBrowser` says why a page's others were not measured. */
export const factsOfContent = (content: ReadContent, now: number, noBrowser?: string): Fact[] => {
  const { input_type, language } = content;
  const passages = passagesOf(content);
  if (passages.length === 0 && input_type === 'image') return TEXT_RULES.map((rule) => notMeasured(rule, UNREAD));
  const isSpoken = /^(?:audio|video|image)$/.test(input_type);
  const written: readonly RuleId[] = ['spelling', 'doubled-word', 'broken-characters'];
  const facts = [
    ...languageFacts(passages, language),
    isSpoken ? notMeasured('spelling', ONLY_TRANSCRIBED) : spellingFact(passages, primary(language)),
    ...consistencyFacts(passages, { tables: [], listings: [] }, now).filter(
      ({ rule }) => rule !== 'sum-wrong' && rule !== 'count-wrong',
    ),
  ].map((fact) =>
    isSpoken && written.includes(fact.rule as RuleId) ? notMeasured(fact.rule as RuleId, ONLY_TRANSCRIBED) : fact,
  );
  const own = [
    ...headingFact(content),
    ...linkFacts(content),
    ...(input_type === 'pdf' ? pdfFacts(content) : []),
    ...(input_type === 'site' ? markupFacts(content) : []),
  ];
  const measured = new Set(own.map(({ rule }) => rule));
  const others = input_type === 'site' && noBrowser !== undefined ? BROWSER_RULES : [];
  return inOrder([
    ...facts,
    ...own,
    ...others.filter((rule) => !measured.has(rule)).map((rule) => notMeasured(rule, noBrowser ?? '')),
  ]);
};
