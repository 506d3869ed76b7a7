import { PANEL_ID } from '../the-panel.ts';
import { percent, scoreText } from './in-words.ts';
import { codeOf, lineOf, paragraphsOf, quoteOf, ruleTextOf } from './plain-text.ts';
import { countIn, type Say, sayIn } from './say.ts';
import { isInformed, type Merged, type Reported, type ReportedFinding, tellingInterval } from './what-to-fix.ts';

const ELEMENT = /^(?:h(?<level>[1-6])|(?<kind>[a-z]+))-(?<at>\d+)$/;
const KINDS = ['link', 'image', 'button', 'field', 'table', 'list', 'code', 'page', 'screenshot'] as const;
const SEVERITIES = ['', 'severity_1', 'severity_2', 'severity_3', 'severity_4'] as const;

/** Ids count from the top: `link-12` is the twelfth link. Others are unchanged. */
const placeOf = (say: Say, element: string): string => {
  const view = /^screenshot-(wide|narrow)$/.exec(element)?.[1];
  if (view === 'wide' || view === 'narrow') return say(`screenshot_${view}`);
  const { level, kind: named, at } = ELEMENT.exec(element)?.groups ?? {};
  if (level && at) return say('element_heading', { level, at });
  const kind = KINDS.find((one) => one === named);
  return kind ? `${say(`element_${kind}`)} ${at}` : lineOf(element);
};

const regionText = (say: Say, region: readonly number[]): string => {
  const [x = 0, y = 0, width = 0, height = 0] = region.map((part) => Math.round(part * 100));
  return say('region', { x, y, width, height });
};

const evidenceText = (
  say: Say,
  { quote, element, region, grounded, selector, value }: ReportedFinding['evidence'][number],
): string[] => {
  const here = [selector && codeOf(selector), value && lineOf(value)].filter(Boolean).join(': ');
  const measured = here ? [`> ${here}`] : [];
  if (quote) return [quoteOf(quote), ...measured, ...(grounded ? [] : [say('words_not_found')])];
  if (!element && here) return measured;
  const at = `> ${say('at_place', { place: placeOf(say, element ?? '') })}${region ? regionText(say, region) : ''}`;
  const place = [at, ...measured].join('\n');
  return [place, ...(grounded ? [] : [say('no_such_element')])];
};

export const evidenceOf = (say: Say, { evidence, rule }: ReportedFinding): string[] =>
  evidence.length > 0 || rule ? evidence.flatMap((one) => evidenceText(say, one)) : [say('no_evidence')];

export const nameIn = (reported: Reported, id: string): string => {
  if (id === PANEL_ID) return sayIn(reported)('panel');
  return lineOf(reported.review.personas.find(({ persona_id }) => persona_id === id)?.name ?? id);
};

export const namesOf = (reported: Reported, { lead, others }: Merged<ReportedFinding>): string => {
  const ids = lead.rule ? lead.persona_ids : [lead, ...others].map(({ persona_id }) => persona_id);
  return [...new Set(ids.map((id) => nameIn(reported, id)))].join(', ');
};

export const headOf = (say: Say, { dimension, severity }: ReportedFinding): string => {
  const level = severity === null ? 'strength' : SEVERITIES[severity];
  return level ? `${lineOf(dimension)}, ${say(level)}` : lineOf(dimension);
};

export const adviceOf = (say: Say, { fix, rule }: ReportedFinding): string[] => {
  if (!fix) return [];
  const text = rule ? ruleTextOf(fix.after) : paragraphsOf(fix.after);
  const before = paragraphsOf(fix.before ?? '');
  const name = before ? 'after' : 'fix';
  const change = fix.effort
    ? say(`${name}_effort`, { text, effort: say(`effort_${fix.effort}`) })
    : say(name, { text });
  return before ? [say('before', { text: before }), change] : [change];
};

export const rangeIn = (say: Say, [low = 0, high = 0]: readonly number[], show: (value: number) => string): string =>
  say('range', { low: show(low), high: show(high) });

/** How sure it is, how useful people find it. */
export const weightOf = (reported: Reported, finding: ReportedFinding): string => {
  const { p_useful, needs_human, ratings, seen_in } = finding;
  const interval = tellingInterval(finding);
  const say = sayIn(reported);
  const seen = seen_in && seen_in.of > 1 ? [say('samples', { ...seen_in })] : [];
  const likely =
    isInformed(reported.review) && p_useful !== null
      ? [
          interval
            ? say('useful_range', { p: percent(p_useful), range: rangeIn(say, interval, percent) })
            : say('useful', { p: percent(p_useful) }),
          say(needs_human ? 'should_look' : 'needs_none'),
        ]
      : [];
  const rated =
    ratings.mean === null
      ? []
      : [
          say('rated_by', {
            score: scoreText(ratings.mean),
            people: countIn(reported)(ratings.count, 'person'),
          }),
        ];
  const all = [...seen, ...likely, ...rated];
  return all.length > 0 ? `*${all.join(' · ')}*` : '';
};

/** The text below the heading of a finding. */
export const findingBody = (reported: Reported, finding: ReportedFinding): string[] => {
  const say = sayIn(reported);
  const { struck, link } = finding;
  return [
    ...evidenceOf(say, finding),
    paragraphsOf(finding.comment),
    ...adviceOf(say, finding),
    ...(struck ? [say('struck', { reason: paragraphsOf(struck.reason) }), quoteOf(struck.quote)] : []),
    link && say('measured_by', { link: codeOf(link) }),
    weightOf(reported, finding),
  ].filter((line) => line !== null && line !== undefined);
};
