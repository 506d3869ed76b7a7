import { Measurements } from '../browser/in-page/measurements.ts';
import { RULE_IDS, type RuleId } from './catalog.ts';
import type { Fact } from './fact.ts';
import { consistencyFacts, copyrightFact, type Listing } from './rules/consistency.ts';
import { languageFacts } from './rules/language.ts';
import { byPlaces, failedIf, notMeasured } from './rules/outcome.ts';
import { pageFacts } from './rules/page.ts';
import { type Passage, primary } from './rules/passage.ts';
import type { Seen, Visit } from './rules/seen.ts';
import { spellingFact } from './rules/spelling.ts';

export type VisitOutcome =
  | (Visit & { ok: true; measurements?: unknown })
  | { ok: false; reason: string; said: { text: string; values?: Record<string, string | number> | undefined } };

const NOT_UNDERSTOOD = 'The page could not be measured.';

const passagesOf = ({ page }: Seen): Passage[] =>
  page.blocks.map(({ text, selector, box, tag, language }) => ({
    text,
    selector,
    box,
    tag,
    language: primary(language),
  }));

const listingsOf = ({ page }: Seen): Listing[] =>
  page.listings.map(({ before, items, before_spot: { selector, box } }) => ({
    before,
    items,
    place: { selector, box },
  }));

const seenIn = (visit: VisitOutcome | undefined): Seen | undefined => {
  if (!visit?.ok) return undefined;
  const { data } = Measurements.safeParse(visit.measurements);
  return data && { ...visit, page: data };
};

/** In the order of the catalog, so that two reviews of one page compare. */
export const inOrder = (facts: readonly Fact[]): Fact[] => {
  const place = new Map<string, number>(RULE_IDS.map((id, i) => [id, i]));
  return [...facts].sort((a, b) => (place.get(a.rule) ?? 0) - (place.get(b.rule) ?? 0));
};

export const statusFact = (visit: VisitOutcome): Fact => {
  if (visit.ok) return byPlaces('page-status', [], { measured: String(visit.status) });
  const { reason, said } = visit;
  if (reason !== 'error_status') return notMeasured('page-status', said.text);
  return failedIf('page-status', true, { measured: String(said.values?.status ?? said.text) });
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
    const reason = wide.ok ? NOT_UNDERSTOOD : wide.said.text;
    const others = RULE_IDS.filter((id) => id !== 'page-status' && !NOT_ON_PAGES.includes(id));
    return inOrder([statusFact(wide), ...others.map((id) => notMeasured(id, reason))]);
  }
  const passages = passagesOf(seen);
  const given = { ...(views.wide && { wide: views.wide }), ...(views.narrow && { narrow: views.narrow }) };
  return inOrder([
    statusFact(wide.ok ? wide : (narrow ?? wide)),
    ...pageFacts(seen, given),
    ...languageFacts(passages, seen.page.language),
    spellingFact(passages, primary(seen.page.language)),
    ...consistencyFacts(passages, { tables: seen.page.tables, listings: listingsOf(seen) }, now),
    copyrightFact(passages, now),
  ]);
};
