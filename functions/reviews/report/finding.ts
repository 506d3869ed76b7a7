import { counted, percent, rangeText, scoreText } from './in-words.ts';
import { lineOf, paragraphsOf, quoteOf } from './plain-text.ts';
import type { Reported, ReportedFinding } from './reported.ts';
import { isInformed } from './what-to-fix.ts';

const KINDS: Record<string, string> = {
  link: 'link',
  image: 'picture',
  button: 'button',
  field: 'field',
  table: 'table',
  list: 'list',
  code: 'code block',
  page: 'page',
  screenshot: 'screenshot',
};

/** The ids of elements count from the top: `link-12` is the twelfth link. Others are unchanged. */
const placeOf = (element: string): string => {
  const [, kind = '', level, at = ''] = /^(h([1-6])|[a-z]+)-(\d+)$/.exec(element) ?? [];
  const name = level ? `heading of level ${level},` : KINDS[kind];
  return name ? `${name} ${at}` : lineOf(element);
};

/** Whether it points at anything at all. */
export const hasEvidence = ({ quote, element }: ReportedFinding): boolean => Boolean(quote || element);

/** A finding's place: the quote, or the element that it names. */
export const evidenceOf = ({ quote, element, grounded }: ReportedFinding): string[] => {
  if (quote) return [quoteOf(quote), ...(grounded ? [] : ['*These words were not found in the content.*'])];
  if (!element) return ['*It quotes nothing and names no element.*'];
  return [`> At ${placeOf(element)}`, ...(grounded ? [] : ['*The content has no such element.*'])];
};

/** How useful it probably is, where anything is known of that, and how it was rated. */
export const standingOf = (reported: Reported, finding: ReportedFinding): string => {
  const { p_useful, interval, needs_human, ratings } = finding;
  const likely =
    isInformed(reported) && p_useful !== null
      ? [
          `useful with ${percent(p_useful)}${interval ? ` (${rangeText(interval, percent)})` : ''}`,
          needs_human ? 'a person should look' : 'stands without a person',
        ]
      : [];
  const rated =
    ratings.mean === null ? [] : [`rated ${scoreText(ratings.mean)} by ${counted(ratings.count, 'person', 'people')}`];
  const all = [...likely, ...rated];
  return all.length > 0 ? `*${all.join(' · ')}*` : '';
};

export const adviceOf = ({ suggestion }: ReportedFinding): string[] =>
  suggestion?.trim() ? [`**Try:** ${paragraphsOf(suggestion)}`] : [];

/** One finding in full, under its own heading. */
export const findingBlock = (reported: Reported, finding: ReportedFinding): string =>
  [
    `#### ${lineOf(finding.dimension)}: ${scoreText(finding.score)}`,
    paragraphsOf(finding.comment),
    ...evidenceOf(finding),
    ...adviceOf(finding),
    standingOf(reported, finding),
  ]
    .filter(Boolean)
    .join('\n\n');
