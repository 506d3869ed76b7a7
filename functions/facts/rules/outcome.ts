import { codesOf, type Said, said } from '../../codes/said.ts';
import { type Fact, MAX_PLACES, Place } from '../fact.ts';
import type { RuleId } from '../properties.ts';

export const NOTHING = said('nothing_to_measure');

interface Outcome {
  places?: readonly Place[];
  count?: number;
  measured?: string | null;
  view?: Fact['view'];
}

const fact = (rule: RuleId, state: Fact['state'], { places = [], count, measured, view }: Outcome): Fact => ({
  rule,
  state,
  view: view ?? null,
  measured: measured ?? null,
  reason: null,
  count: count ?? places.length,
  places: places.slice(0, MAX_PLACES).map((place) => Place.parse(place)),
});

/** Failed if there is a place. */
export const byPlaces = (rule: RuleId, places: readonly Place[], outcome: Outcome = {}): Fact =>
  fact(rule, places.length > 0 ? 'failed' : 'passed', { ...outcome, places });

export const failedIf = (rule: RuleId, hasFailed: boolean, outcome: Outcome = {}): Fact => {
  if (!hasFailed) return fact(rule, 'passed', { ...outcome, places: [], count: 0 });
  return fact(rule, 'failed', { ...outcome, count: outcome.count ?? Math.max(1, outcome.places?.length ?? 0) });
};

export const notMeasured = (rule: RuleId, reason: Said, view: Fact['view'] = null): Fact => ({
  ...fact(rule, 'not_measured', { view }),
  reason: reason.text.slice(0, 200),
  reason_code: codesOf([reason])[0],
});

/** Not measured if the page has nothing of this kind. */
export const byKind = (rule: RuleId, number: number, places: readonly Place[]): Fact =>
  number === 0 ? notMeasured(rule, NOTHING) : byPlaces(rule, places);
