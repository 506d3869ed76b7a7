import type { Rule, TOPICS } from '../../facts/fact.ts';
import type { RuleId } from '../../facts/properties.ts';
import german from '../../facts/words/de.json' with { type: 'json' };
import { PANEL_ID } from '../the-panel.ts';
import type { Reported, ReportedFinding } from './what-to-fix.ts';

const RULES: Readonly<Record<RuleId, Pick<Rule, 'fault' | 'fix'>>> = german.rules;
const NAMES: Readonly<Record<(typeof TOPICS)[number], string>> = german.topics;

/** A rule's fault and repair for the report's reader. */
export const ruleTexts = (
  { language }: Pick<Reported, 'language'>,
  rule: string,
  english: readonly [fault: string, fix: string],
): readonly [fault: string, fix: string] => {
  if (language !== 'de' || !Object.hasOwn(RULES, rule)) return english;
  const { fault, fix } = RULES[rule as RuleId];
  return [fault, fix];
};

const NUMERIC: ReadonlySet<string> = new Set<RuleId>([
  ...(['contrast', 'text-small', 'tap-target', 'lcp', 'cls', 'blocking-time', 'page-bytes', 'reading-ease'] as const),
]);

/** A measured value with the decimal sign of the report's reader. Other values are words of the page. */
export const measuredText = ({ language }: Pick<Reported, 'language'>, rule: string, measured: string): string =>
  language === 'de' && NUMERIC.has(rule) ? measured.replace(/(\d)\.(?=\d)/g, '$1,') : measured;

/** The name that a finding has under which no persona asks. */
const topicText = (dimension: string): string => {
  const topic = dimension.toLowerCase();
  return Object.hasOwn(NAMES, topic) ? NAMES[topic as keyof typeof NAMES] : dimension;
};

type Worded = Pick<ReportedFinding, 'rule' | 'measured' | 'comment' | 'fix' | 'dimension' | 'persona_id' | 'evidence'>;

/** A finding whose texts are the catalog's, for the report's reader. Others are unchanged. */
export const inReadersWords = <F extends Worded>(reported: Pick<Reported, 'language'>, finding: F): F => {
  const { rule, measured, comment, fix, dimension, persona_id, evidence } = finding;
  if (!rule || reported.language !== 'de') return finding;
  const [fault, repair] = ruleTexts(reported, rule, [comment, fix?.after ?? '']);
  const shown = measured && measuredText(reported, rule, measured);
  return {
    ...finding,
    measured: shown,
    comment: shown && fault !== comment ? `${fault} (${shown})` : fault,
    dimension: persona_id === PANEL_ID ? topicText(dimension) : dimension,
    evidence: evidence.map((one) => (one.value ? { ...one, value: measuredText(reported, rule, one.value) } : one)),
    fix: fix && { ...fix, after: repair },
  };
};
