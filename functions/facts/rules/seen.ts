import type { Checks, Measurements, Spots } from '../../browser/in-page/measurements.ts';
import type { VIEWS } from '../../browser/order.ts';
import type { RenderedPage } from '../../browser/rendered.ts';
import { said } from '../../codes/said.ts';
import { RULES } from '../catalog.ts';
import type { Fact, Place } from '../fact.ts';
import type { RuleId } from '../properties.ts';
import { byPlaces, failedIf, NOTHING, notMeasured } from './outcome.ts';

export type ViewName = keyof typeof VIEWS;

/** One visit in one window, as the browser answers it. */
export type Visit = Pick<RenderedPage, 'url' | 'status' | 'timings' | 'traffic' | 'console' | 'links' | 'limits'>;

/** A visit with what its page was measured to be. */
export interface Seen extends Visit {
  page: Measurements;
  axe: Checks;
}

export const bySpots = (rule: RuleId, { count, places }: Spots, view: ViewName | null = null): Fact =>
  byPlaces(rule, places, { count, view });

/** Behind these limits no request is answered. */
export const isCutOff = ({ limits }: Seen): boolean => limits.includes('bytes') || limits.includes('requests');

export const UNSURE = said('not_measurable');

export const axeFact = (rule: RuleId, { axe }: Seen, view: ViewName | null): Fact => {
  const checks = (RULES[rule].axe ?? []).flatMap((check) => axe[check] ?? []);
  const places = checks.flatMap(({ places }) => places);
  const count = checks.reduce((sum, { count }) => sum + count, 0);
  if (checks.some(({ state }) => state === 'failed')) return failedIf(rule, true, { places, view, count });
  if (checks.some(({ state }) => state === 'passed')) return byPlaces(rule, [], { view });
  const isAbsent = checks.length > 0 && checks.every(({ state }) => state === 'absent');
  return notMeasured(rule, isAbsent ? NOTHING : UNSURE, view);
};

/** Of the other fact's places, those that this one lacks. */
export const placesBesides = ({ places }: Fact, other: Fact): Place[] => {
  const known = new Set(places.map(({ selector }) => selector));
  return other.places.filter(({ selector }) => !known.has(selector));
};

/** A rule that has its own check, too, fails if either does. */
export const both = (one: Fact, other: Fact): Fact => {
  if (one.state !== 'failed') return other.state === 'not_measured' ? one : other;
  if (other.state !== 'failed') return one;
  const rest = placesBesides(one, other);
  return byPlaces(one.rule as RuleId, [...one.places, ...rest], { count: one.count + rest.length, view: one.view });
};
