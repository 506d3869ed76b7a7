import { parseHTML } from 'linkedom';
import type { Fact, Place } from '../../functions/facts/fact.ts';
import type { KnownPage } from './known-page.ts';

type Entry = KnownPage['faults'][number];

/** One place that a rule reports, or the page as a whole. */
interface Report {
  rule: string;
  view: Fact['view'];
  place: Place | undefined;
}

export interface Judged {
  page: KnownPage;
  /** Reported places that are a listed fault. */
  right: Report[];
  wrong: Report[];
  found: Entry[];
  missed: Entry[];
  /** Near-misses that were reported. */
  mistaken: Entry[];
  notMeasured: Fact[];
}

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();

const reportsOf = (facts: readonly Fact[]): Report[] =>
  facts
    .filter(({ state }) => state === 'failed')
    .flatMap(({ rule, view, places }) =>
      (places.length > 0 ? places : [undefined]).map((place) => ({ rule, view, place })),
    );

export const judgePage = (page: KnownPage, facts: readonly Fact[], html: string): Judged => {
  const { document } = parseHTML(html);
  const find = (selector: string | undefined) => {
    try {
      return selector === undefined ? [] : [...document.querySelectorAll(selector)];
    } catch {
      return [];
    }
  };
  const matches = (entry: Entry, { rule, view, place }: Report): boolean => {
    if (entry.rule !== rule || (entry.view && view && entry.view !== view)) return false;
    if (entry.selector === undefined && entry.quote === undefined) return true;
    const said = plain(`${place?.quote ?? ''} ${place?.value ?? ''}`);
    if (entry.quote !== undefined) {
      const text = find(place?.selector)[0]?.textContent ?? '';
      return said.includes(plain(entry.quote)) || (!place?.quote && plain(text).includes(plain(entry.quote)));
    }
    const listed = find(entry.selector);
    return find(place?.selector).some((element) => listed.some((one) => one === element || one.contains(element)));
  };
  const reports = reportsOf(facts);
  const isFault = (report: Report) => page.faults.some((fault) => matches(fault, report));
  const isFound = (fault: Entry) => reports.some((report) => matches(fault, report));
  return {
    page,
    right: reports.filter(isFault),
    wrong: reports.filter((report) => !isFault(report)),
    found: page.faults.filter(isFound),
    missed: page.faults.filter((fault) => !isFound(fault)),
    mistaken: page.nearMisses.filter((near) => reports.some((report) => !isFault(report) && matches(near, report))),
    notMeasured: facts.filter(({ state }) => state === 'not_measured'),
  };
};
