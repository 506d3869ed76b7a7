import { counted, percent, rangeText, scoreText } from './in-words.ts';
import { lineOf, paragraphsOf, quoteOf } from './plain-text.ts';
import { isInformed, type Merged, type Reported, type ReportedFinding } from './what-to-fix.ts';

const ELEMENT = /^(?:h(?<level>[1-6])|(?<kind>link|image|button|field|table|list|code|page|screenshot))-(?<at>\d+)$/;
const NAMES: Record<string, string> = { image: 'picture', code: 'code block' };
const SEVERITIES = ['', 'minor', 'moderate', 'serious', 'blocks the goal'];

/** Ids count from the top: `link-12` is the twelfth link. Others are unchanged. */
const placeOf = (element: string): string => {
  const { level, kind = '', at } = ELEMENT.exec(element)?.groups ?? {};
  if (!at) return lineOf(element);
  return `${level ? `heading of level ${level},` : (NAMES[kind] ?? kind)} ${at}`;
};

const regionText = (region: readonly number[]): string => {
  const [x, y, width, height] = region.map((part) => Math.round(part * 100));
  return `, ${x}% from the left and ${y}% from the top, ${width}% × ${height}%`;
};

const evidenceText = ({ quote, element, region, grounded }: ReportedFinding['evidence'][number]): string[] => {
  if (quote) return [quoteOf(quote), ...(grounded ? [] : ['*These words were not found in the content.*'])];
  const place = `> At ${placeOf(element ?? '')}${region ? regionText(region) : ''}`;
  return [place, ...(grounded ? [] : ['*The content has no such element.*'])];
};

export const evidenceOf = ({ evidence }: ReportedFinding): string[] =>
  evidence.length > 0 ? evidence.flatMap(evidenceText) : ['*It quotes nothing and names no element.*'];

const nameIn = ({ review }: Reported, id: string): string =>
  lineOf(review.personas.find(({ persona_id }) => persona_id === id)?.name ?? id);

export const namesOf = (reported: Reported, { lead, others }: Merged<ReportedFinding>): string =>
  [...new Set([lead, ...others].map(({ persona_id }) => nameIn(reported, persona_id)))].join(', ');

export const headOf = ({ dimension, severity, kind }: ReportedFinding): string =>
  `${lineOf(dimension)}${severity === null ? (kind === 'strength' ? ', strength' : '') : `, ${SEVERITIES[severity]}`}`;

export const adviceOf = ({ fix }: ReportedFinding): string[] => {
  if (!fix) return [];
  const effort = fix.effort ? ` (${fix.effort} effort)` : '';
  if (!fix.before) return [`**Fix${effort}:** ${paragraphsOf(fix.after)}`];
  return [`**Before:** ${paragraphsOf(fix.before)}`, `**After${effort}:** ${paragraphsOf(fix.after)}`];
};

/** How sure it is, how useful people find it. */
export const weightOf = (reported: Reported, finding: ReportedFinding): string => {
  const { p_useful, interval, needs_human, ratings, seen_in } = finding;
  const seen = seen_in && seen_in.of > 1 ? [`in ${seen_in.samples} of ${seen_in.of} answers`] : [];
  const likely =
    isInformed(reported.review) && p_useful !== null
      ? [
          `useful with ${percent(p_useful)}${interval ? ` (${rangeText(interval, percent)})` : ''}`,
          needs_human ? 'a person should look' : 'needs no person',
        ]
      : [];
  const rated =
    ratings.mean === null ? [] : [`rated ${scoreText(ratings.mean)} by ${counted(ratings.count, 'person', 'people')}`];
  const all = [...seen, ...likely, ...rated];
  return all.length > 0 ? `*${all.join(' · ')}*` : '';
};

/** The text below the heading of a finding. */
export const findingBody = (reported: Reported, finding: ReportedFinding): string[] => [
  ...evidenceOf(finding),
  paragraphsOf(finding.comment),
  ...adviceOf(finding),
  ...(finding.struck
    ? [`*Struck by the chair:* ${paragraphsOf(finding.struck.reason)}`, quoteOf(finding.struck.quote)]
    : []),
  weightOf(reported, finding),
];
