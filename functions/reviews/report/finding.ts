import { counted, percent, rangeText, scoreText } from './in-words.ts';
import { lineOf, paragraphsOf, quoteOf } from './plain-text.ts';
import type { Reported, ReportedFinding } from './reported.ts';
import { isInformed } from './what-to-fix.ts';

/** What a finding points at: the quotation, or the element that it names. */
export const evidenceOf = ({ quote, element, grounded }: ReportedFinding): string[] => {
  if (quote) return [quoteOf(quote), ...(grounded ? [] : ['*These words were not found in the content.*'])];
  if (!element) return ['*It quotes nothing and names no element.*'];
  return [`At \u201c${lineOf(element)}\u201d${grounded ? '.' : ', *which the content does not have*.'}`];
};

const ratingsText = ({ ratings: { count, mean } }: ReportedFinding): string[] =>
  mean === null ? [] : [`rated ${scoreText(mean)} by ${counted(count, 'person', 'people')}`];

/** How useful it probably is, where anything is known of that, how it was rated, and the id to rate it by. */
export const standingOf = (reported: Reported, finding: ReportedFinding): string => {
  const { id, p_useful, interval, needs_human } = finding;
  const likely =
    isInformed(reported) && p_useful !== null
      ? [`useful with ${percent(p_useful)}${interval ? ` (${rangeText(interval, percent)})` : ''}`]
      : [];
  const alone = isInformed(reported) ? [needs_human ? 'a person should look' : 'stands without a person'] : [];
  return `*${[...likely, ...alone, ...ratingsText(finding), `finding ${id}`].join(' · ')}*`;
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
