import { PANEL, PANEL_ID } from '../the-panel.ts';
import { inReadersWords } from './fact-words.ts';
import { percent, scoreText } from './in-words.ts';
import { codeOf, lineOf, paragraphsOf, quoteOf } from './plain-text.ts';
import { countIn, type Say, sayIn } from './say.ts';
import { isInformed, type Merged, type Reported, type ReportedFinding, tellingInterval } from './what-to-fix.ts';

const ELEMENT = /^(?:h(?<level>[1-6])|(?<kind>link|image|button|field|table|list|code|page|screenshot))-(?<at>\d+)$/;
const NAMES: Record<string, string> = { image: 'picture', code: 'code block' };
const SEVERITIES = ['', 'minor', 'moderate', 'serious', 'blocks the goal'];

/** Ids count from the top: `link-12` is the twelfth link. Others are unchanged. */
const placeOf = (say: Say, element: string): string => {
  const { level, kind = '', at } = ELEMENT.exec(element)?.groups ?? {};
  if (!at) return lineOf(element);
  return level ? say('heading of level {level}, {at}', { level, at }) : `${say(NAMES[kind] ?? kind)} ${at}`;
};

const regionText = (say: Say, region: readonly number[]): string => {
  const [x = 0, y = 0, width = 0, height = 0] = region.map((part) => Math.round(part * 100));
  return say(', {x}% from the left and {y}% from the top, {width}% × {height}%', { x, y, width, height });
};

const evidenceText = (
  say: Say,
  { quote, element, region, grounded, selector, value }: ReportedFinding['evidence'][number],
): string[] => {
  const here = [selector && codeOf(selector), value && lineOf(value)].filter(Boolean).join(': ');
  const measured = here ? [`> ${here}`] : [];
  if (quote)
    return [quoteOf(quote), ...measured, ...(grounded ? [] : [say('*These words were not found in the content.*')])];
  if (!element && here) return measured;
  const at = `> ${say('At {place}', { place: placeOf(say, element ?? '') })}${region ? regionText(say, region) : ''}`;
  const place = [at, ...measured].join('\n');
  return [place, ...(grounded ? [] : [say('*The content has no such element.*')])];
};

export const evidenceOf = (say: Say, { evidence, rule }: ReportedFinding): string[] =>
  evidence.length > 0 || rule
    ? evidence.flatMap((one) => evidenceText(say, one))
    : [say('*It quotes nothing and names no element.*')];

const nameIn = ({ review }: Reported, id: string): string =>
  lineOf(review.personas.find(({ persona_id }) => persona_id === id)?.name ?? (id === PANEL_ID ? PANEL.name : id));

export const namesOf = (reported: Reported, { lead, others }: Merged<ReportedFinding>): string => {
  const ids = lead.rule ? lead.persona_ids : [lead, ...others].map(({ persona_id }) => persona_id);
  return [...new Set(ids.map((id) => nameIn(reported, id)))].join(', ');
};

export const headOf = (say: Say, { dimension, severity, kind }: ReportedFinding): string => {
  const level = severity === null ? (kind === 'strength' ? 'strength' : '') : (SEVERITIES[severity] ?? '');
  return level ? `${lineOf(dimension)}, ${say(level)}` : lineOf(dimension);
};

export const adviceOf = (say: Say, { fix }: ReportedFinding): string[] => {
  if (!fix) return [];
  const [text, before] = [fix.after, fix.before ?? ''].map(paragraphsOf);
  const name = before ? 'After' : 'Fix';
  const change = fix.effort
    ? say(`**${name} ({effort}):** {text}`, { text: text ?? '', effort: say(`${fix.effort} effort`) })
    : say(`**${name}:** {text}`, { text: text ?? '' });
  return before ? [say('**Before:** {text}', { text: before }), change] : [change];
};

export const rangeIn = (say: Say, [low = 0, high = 0]: readonly number[], show: (value: number) => string): string =>
  say('{low} to {high}', { low: show(low), high: show(high) });

/** How sure it is, how useful people find it. */
export const weightOf = (reported: Reported, finding: ReportedFinding): string => {
  const { p_useful, needs_human, ratings, seen_in } = finding;
  const interval = tellingInterval(finding);
  const say = sayIn(reported);
  const seen = seen_in && seen_in.of > 1 ? [say('in {samples} of {of} answers', { ...seen_in })] : [];
  const likely =
    isInformed(reported.review) && p_useful !== null
      ? [
          interval
            ? say('useful with {p} ({range})', { p: percent(p_useful), range: rangeIn(say, interval, percent) })
            : say('useful with {p}', { p: percent(p_useful) }),
          say(needs_human ? 'a person should look' : 'needs no person'),
        ]
      : [];
  const rated =
    ratings.mean === null
      ? []
      : [
          say('rated {score} by {people}', {
            score: scoreText(ratings.mean),
            people: countIn(reported)(ratings.count, 'person', 'people'),
          }),
        ];
  const all = [...seen, ...likely, ...rated];
  return all.length > 0 ? `*${all.join(' · ')}*` : '';
};

/** The text below the heading of a finding. */
export const findingBody = (reported: Reported, given: ReportedFinding): string[] => {
  const say = sayIn(reported);
  const finding = inReadersWords(reported, given);
  const { struck, link } = finding;
  return [
    ...evidenceOf(say, finding),
    paragraphsOf(finding.comment),
    ...adviceOf(say, finding),
    ...(struck
      ? [say('*Struck by the chair:* {reason}', { reason: paragraphsOf(struck.reason) }), quoteOf(struck.quote)]
      : []),
    link && say('Measured by a rule: {link}', { link: codeOf(link) }),
    weightOf(reported, finding),
  ].filter((line) => line !== null && line !== undefined);
};
