import type { Measurements, Spot, Spots } from '../../browser/in-page/measurements.ts';
import type { VIEWS } from '../../browser/order.ts';
import { RULES, type RuleId } from '../catalog.ts';
import type { Fact, Place } from '../fact.ts';
import { byPlaces, failedIf, notMeasured } from './outcome.ts';

export type ViewName = keyof typeof VIEWS;

/** One visit in one window, as the browser answers it. */
export interface Visit {
  url: string;
  status: number;
  timings: { lcp_ms: number | null; cls: number | null; blocking_ms: number | null };
  traffic: {
    bytes: number;
    failed: readonly { url: string; kind: string; status: number | null; error: string | null }[];
    mixed: readonly string[];
    refused: readonly string[];
  };
  console: readonly { text: string }[];
  /** Null if it is unknown how it answers. */
  links?: readonly { url: string; status: number | null }[] | undefined;
}

/** A visit with what its page was measured to be. */
export interface Seen extends Visit {
  page: Measurements;
}

export const spots = (found: readonly Spot[]): Place[] =>
  found.map(({ selector, box, value }) => ({ selector, box, ...(value !== undefined && { value }) }));
export const bySpots = (rule: RuleId, { count, places }: Spots, view: ViewName | null = null): Fact =>
  byPlaces(rule, spots(places), { count, view });

export const NOTHING = 'There is nothing of this kind on the page.';
export const UNSURE = 'It cannot be measured on this page.';

export const axeFact = (rule: RuleId, { axe }: Measurements, view: ViewName | null): Fact => {
  const checks = (RULES[rule].axe ?? []).flatMap((check) => axe?.[check] ?? []);
  const places = checks.flatMap(({ places }) => places);
  const count = checks.reduce((sum, { count }) => sum + count, 0);
  if (checks.some(({ state }) => state === 'failed'))
    return failedIf(rule, true, { places: spots(places), view, count });
  if (checks.some(({ state }) => state === 'passed')) return byPlaces(rule, [], { view });
  if (axe === null) return notMeasured(rule, UNSURE, view);
  return notMeasured(rule, checks.some(({ state }) => state === 'unsure') ? UNSURE : NOTHING, view);
};

/** A rule that has its own check, too, fails if either does. */
export const both = (one: Fact, other: Fact): Fact => {
  if (one.state !== 'failed') return other.state === 'not_measured' ? one : other;
  if (other.state !== 'failed') return one;
  const known = new Set(one.places.map(({ selector }) => selector));
  const rest = other.places.filter(({ selector }) => !known.has(selector));
  return byPlaces(one.rule as RuleId, [...one.places, ...rest], { count: one.count + rest.length, view: one.view });
};
