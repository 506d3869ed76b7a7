import type { RuleId } from '../catalog.ts';
import { type Fact, MAX_PLACES, type Place } from '../fact.ts';

type View = Fact['view'];

const place = ({ selector, quote, box, value }: Place): Place => ({
  ...(selector !== undefined && { selector }),
  ...(quote !== undefined && { quote: quote.slice(0, 300).toWellFormed() }),
  ...(box !== undefined && { box }),
  ...(value !== undefined && { value: value.slice(0, 120).toWellFormed() }),
});

interface Outcome {
  /** Undefined: at no particular place. */
  places?: readonly Place[];
  count?: number;
  measured?: string | null;
  view?: View;
}

const fact = (rule: RuleId, state: Fact['state'], { places = [], count, measured, view }: Outcome): Fact => ({
  rule,
  state,
  view: view ?? null,
  measured: measured ?? null,
  reason: null,
  count: count ?? places.length,
  places: places.slice(0, MAX_PLACES).map(place),
});

/** Failed if there is a place. */
export const byPlaces = (rule: RuleId, places: readonly Place[], outcome: Outcome = {}): Fact =>
  fact(rule, places.length > 0 ? 'failed' : 'passed', { ...outcome, places });

export const failedIf = (rule: RuleId, hasFailed: boolean, outcome: Outcome = {}): Fact => {
  const places = hasFailed ? outcome.places : [];
  const count = hasFailed ? Math.max(1, places?.length ?? 0) : 0;
  return fact(rule, hasFailed ? 'failed' : 'passed', { ...outcome, ...(places && { places }), count });
};

export const notMeasured = (rule: RuleId, reason: string, view: View = null): Fact => ({
  ...fact(rule, 'not_measured', { view }),
  reason: reason.slice(0, 200),
});
