import type { Rule } from './fact.ts';
import { PROPERTIES, RULE_IDS, type RuleId } from './properties.ts';
import english from './words/en.json' with { type: 'json' };

const TEXTS: Readonly<Record<RuleId, Pick<Rule, 'fault' | 'fix'>>> = english;

export const RULES = Object.fromEntries(
  RULE_IDS.map((id) => [id, { id, ...PROPERTIES[id], ...TEXTS[id] }]),
) as Readonly<Record<RuleId, Rule>>;

/** Undefined if the rule is no longer in the catalog. */
export const ruleOf = (id: string): Rule | undefined => (id in RULES ? RULES[id as RuleId] : undefined);

/** They need no browser. */
export const TEXT_RULES = RULE_IDS.filter((id) => /^(?:language|consistency)$/.test(RULES[id].topic));
/** Measured by a browser alone. */
export const BROWSER_RULES = RULE_IDS.filter((id) => id !== 'pdf-tags' && !TEXT_RULES.includes(id));
