import type * as z from 'zod';
import { ruleOf } from '../../facts/catalog.ts';
import type { Fact, Place } from '../../facts/fact.ts';
import type { FactList } from '../feedback-schema.ts';
import { whoCares } from '../judge/who-cares.ts';
import { regionOn } from '../read/fact-places.ts';
import type { WholeReview } from './review-reader.ts';

type Listed = z.input<typeof FactList>;
type Item = Listed['items'][number];

const STATES = ['failed', 'not_measured', 'passed'] as const;

/** Failed ones first, the most severe of all. Rules that are no longer in the catalog are left out. */
export const presentFacts = ({ row, runs, findings }: WholeReview, facts: readonly Fact[]): Listed => {
  const itemOf = ({ rule: id, view, places, ...fact }: Fact): Item[] => {
    const rule = ruleOf(id);
    if (!rule) return [];
    const { topic, severity, effort, fault, fix, link } = rule;
    const shown = (place: Place) => ({
      selector: place.selector ?? null,
      quote: place.quote ?? null,
      value: place.value ?? null,
      ...regionOn(row.facts, view, place.box),
    });
    const finding = fact.state === 'failed' ? findings.find((one) => one.rule === id) : undefined;
    return [
      {
        ...{ rule: id, view, topic, severity, effort, fault, fix, link },
        ...fact,
        places: places.map(shown),
        feedback_id: finding?.id ?? null,
        persona_ids: whoCares(runs, id).map(({ persona_id }) => persona_id),
      },
    ];
  };
  const items = facts
    .flatMap(itemOf)
    .toSorted((one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state) || other.severity - one.severity);
  const countOf = (state: Fact['state']) => items.filter((one) => one.state === state).length;
  return {
    items,
    failed: countOf('failed'),
    passed: countOf('passed'),
    not_measured: countOf('not_measured'),
    next_cursor: null,
  };
};
