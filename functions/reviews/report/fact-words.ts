import type { RuleId } from '../../facts/catalog.ts';
import { GERMAN_REASONS, GERMAN_RULES, GERMAN_TOPICS } from '../../facts/german.ts';
import { PANEL_ID } from '../the-panel.ts';
import type { Reported, ReportedFinding } from './what-to-fix.ts';

const germanOf = (rule: string): readonly [string, string] | undefined =>
  Object.hasOwn(GERMAN_RULES, rule) ? GERMAN_RULES[rule as keyof typeof GERMAN_RULES] : undefined;

/** A rule's fault and repair for the report's reader. */
export const ruleTexts = (
  { language }: Pick<Reported, 'language'>,
  rule: string,
  english: readonly [fault: string, fix: string],
): readonly [fault: string, fix: string] => (language === 'de' ? (germanOf(rule) ?? english) : english);

/** Why a rule was not measured, for the report's reader. */
export const reasonText = ({ language }: Pick<Reported, 'language'>, reason: string): string =>
  language === 'de' ? (GERMAN_REASONS[reason] ?? reason) : reason;

const NUMERIC: ReadonlySet<string> = new Set<RuleId>([
  ...(['contrast', 'text-small', 'tap-target', 'lcp', 'cls', 'blocking-time', 'page-bytes', 'reading-ease'] as const),
]);

/** A measured value with the decimal sign of the report's reader. Other values are words of the page. */
export const measuredText = ({ language }: Pick<Reported, 'language'>, rule: string, measured: string): string =>
  language === 'de' && NUMERIC.has(rule) ? measured.replace(/(\d)\.(?=\d)/g, '$1,') : measured;

/** The name that a finding has under which no persona asks. */
const topicText = (dimension: string): string => {
  const topic = dimension.toLowerCase();
  return Object.hasOwn(GERMAN_TOPICS, topic) ? GERMAN_TOPICS[topic as keyof typeof GERMAN_TOPICS] : dimension;
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
