import { ruleOf } from '../../facts/catalog.ts';
import type { Fact, Place, Rule } from '../../facts/fact.ts';
import { type Evidence, type FindingRow, idOfFact } from '../finding-rows.ts';
import { regionOn } from '../read/fact-places.ts';
import type { ContentSize } from '../rows.ts';
import type { RunRow } from '../run-rows.ts';
import { PANEL_ID } from '../the-panel.ts';
import { whoCares } from './who-cares.ts';

const MAX_EVIDENCE = 3;
const WINDOWS = { wide: '1440 px', narrow: '390 px' } as const;

interface Measured {
  review: string;
  facts: readonly Fact[];
  runs: readonly RunRow[];
  size: ContentSize | null;
  at: number;
}

const measuredOf = (failed: readonly Fact[]): string | null => {
  const said = failed.flatMap(({ measured, view }) => (measured === null ? [] : [{ measured, view }]));
  const texts = new Set(said.map(({ measured }) => measured));
  if (texts.size <= 1) return said[0]?.measured ?? null;
  return said.map(({ measured, view }) => (view ? `${measured} (${WINDOWS[view]})` : measured)).join(', ');
};

const evidenceOf = (size: ContentSize | null, { view }: Fact, place: Place): Evidence | undefined => {
  const { selector, quote, value } = place;
  const { element, region } = regionOn(size, view, place.box);
  if (!quote && !element && !selector && !value) return undefined;
  return {
    quote: quote ?? null,
    element,
    region,
    grounded: true,
    ...(selector && { selector }),
    ...(value && { value }),
  };
};

const findingOf = (rule: Rule, failed: readonly Fact[], { review, runs, size, at }: Measured): FindingRow => {
  const [first] = whoCares(runs, rule.id);
  const places = failed.flatMap((fact) => fact.places.map((place) => ({ fact, place })));
  const evidence = places.flatMap(({ fact, place }) => evidenceOf(size, fact, place) ?? []);
  const measured = measuredOf(failed);
  return {
    id: idOfFact(review, rule.id),
    persona_id: first?.persona_id ?? PANEL_ID,
    dimension: first?.dimension ?? `${rule.topic.slice(0, 1).toUpperCase()}${rule.topic.slice(1)}`,
    kind: 'fault',
    severity: rule.severity,
    evidence: evidence.slice(0, MAX_EVIDENCE),
    comment: measured ? `${rule.fault} (${measured})` : rule.fault,
    fix: { before: null, after: rule.fix, effort: rule.effort },
    seen_in: null,
    position: 0,
    created_at: at,
    rule: rule.id,
    measured,
  };
};

/** One for each rule that failed in any window, the most severe first. */
export const findingsOfFacts = (measured: Measured): FindingRow[] => {
  const byRule = Map.groupBy(
    measured.facts.filter(({ state }) => state === 'failed'),
    ({ rule }) => rule,
  );
  return [...byRule]
    .flatMap(([id, failed]) => {
      const rule = ruleOf(id);
      return rule ? [findingOf(rule, failed, measured)] : [];
    })
    .toSorted((one, other) => (other.severity ?? 0) - (one.severity ?? 0))
    .map((finding, position) => ({ ...finding, position }));
};

/** Rules that passed or failed. */
export const countMeasured = (facts: readonly Fact[]): number =>
  new Set(facts.filter(({ state }) => state !== 'not_measured').map(({ rule }) => rule)).size;
