import { Checks, Measurements } from '../browser/in-page/measurements.ts';
import { type Said, said } from '../codes/said.ts';
import type { Fact } from './fact.ts';
import { RULE_IDS, type RuleId } from './properties.ts';
import { consistencyFacts } from './rules/consistency.ts';
import type { Listing } from './rules/counts.ts';
import { copyrightFact } from './rules/dates.ts';
import { languageFacts } from './rules/language.ts';
import { byPlaces, failedIf, notMeasured } from './rules/outcome.ts';
import { pageFacts } from './rules/page.ts';
import { type Passage, primary } from './rules/passage.ts';
import type { Seen, Visit } from './rules/seen.ts';
import { spellingFact } from './rules/spelling.ts';

export type VisitOutcome =
  | (Visit & { ok: true; measurements?: unknown; checks?: unknown; visual_checks?: unknown })
  | { ok: false; reason: string; said: Said };

const passagesOf = ({ page }: Seen): Passage[] =>
  page.blocks.map((block) => ({ ...block, language: primary(block.language) }));

const listingsOf = ({ page }: Seen): Listing[] =>
  page.listings.map(({ before_spot: { selector, box }, ...listing }) => ({ ...listing, place: { selector, box } }));

const seenIn = (visit: VisitOutcome | undefined): Seen | undefined => {
  if (!visit?.ok) return undefined;
  const { data } = Measurements.safeParse(visit.measurements);
  const axe = [visit.checks, visit.visual_checks].map((checks) => Checks.safeParse(checks).data);
  return data && { ...visit, page: data, axe: Object.assign({}, ...axe) as Checks };
};

/** In the order of the catalog, so that two reviews of one page compare. */
export const inOrder = (facts: readonly Fact[]): Fact[] => {
  const place = new Map<string, number>(RULE_IDS.map((id, i) => [id, i]));
  return [...facts].sort((a, b) => (place.get(a.rule) ?? 0) - (place.get(b.rule) ?? 0));
};

const statusFact = (visit: VisitOutcome): Fact => {
  if (visit.ok) return byPlaces('page-status', [], { measured: String(visit.status) });
  const { reason, said: why } = visit;
  if (reason !== 'error_status') return notMeasured('page-status', why);
  return failedIf('page-status', true, { measured: String(why.values?.status ?? why.text) });
};

const NOT_ON_PAGES: readonly RuleId[] = ['pdf-tags'];

/** Rules alone decide: no text on the page changes what is measured. */
export const factsOfPage = (
  { wide, narrow }: { wide: VisitOutcome; narrow?: VisitOutcome | undefined },
  now: number,
): Fact[] => {
  const views = { wide: seenIn(wide), narrow: seenIn(narrow) };
  const seen = views.wide ?? views.narrow;
  if (!seen) {
    const reason = wide.ok ? said('page_unmeasured') : wide.said;
    const others = RULE_IDS.filter((id) => id !== 'page-status' && !NOT_ON_PAGES.includes(id));
    return inOrder([statusFact(wide), ...others.map((id) => notMeasured(id, reason))]);
  }
  const lost = !views.narrow && narrow && (narrow.ok ? said('page_unmeasured') : narrow.said);
  const passages = passagesOf(seen);
  const given = { ...(views.wide && { wide: views.wide }), ...(views.narrow && { narrow: views.narrow }) };
  return inOrder([
    statusFact(wide.ok ? wide : (narrow ?? wide)),
    ...pageFacts(seen, given),
    ...(lost ? [notMeasured('tap-target', lost, 'narrow')] : []),
    ...languageFacts(passages, seen.page.language),
    spellingFact(passages, primary(seen.page.language)),
    ...consistencyFacts(passages, { tables: seen.page.tables, listings: listingsOf(seen) }, now),
    copyrightFact(passages, now),
  ]);
};
