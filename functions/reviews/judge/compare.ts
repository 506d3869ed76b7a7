import type { Code } from '../../codes/codes.ts';
import type { Fact } from '../../facts/fact.ts';
import { propertiesOf } from '../../facts/properties.ts';
import type { FindingRow } from '../finding-rows.ts';
import { type Content, type Element, MAX_ELEMENTS } from '../read/content.ts';
import type { Conclusion, ReviewRow } from '../rows.ts';
import type { RunRow } from '../run-rows.ts';
import { PANEL_ID } from '../the-panel.ts';
import { compareVersions } from './compare-versions.ts';
import { isFact } from './conclude.ts';
import { groundIn } from './ground.ts';
import { mean } from './panel-score.ts';
import { isSameFinding } from './same-finding.ts';

interface Judged {
  row: Pick<ReviewRow, 'id' | 'judge' | 'facts'>;
  runs: readonly RunRow[];
  findings: readonly FindingRow[];
  conclusion: Conclusion | undefined;
  facts?: readonly Fact[];
  content?: Content | undefined;
}

/** Samples of the same content differ by less. */
const MOVED = 0.5;

/** Most urgent first; those that the chair struck are none. */
const faultsOf = ({ findings, conclusion }: Judged): FindingRow[] => {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  return (conclusion?.order ?? []).flatMap((id) => byId.get(id) ?? []);
};

/**
 * Whether a persona that names the fault was asked in the other review and answered: otherwise, that the other review
 * lacks the fault says nothing.
 */
const isAskedAbout = (fault: FindingRow, { findings, conclusion }: Judged, { runs }: Judged): boolean => {
  const hasAnswered = (persona_id: string) =>
    persona_id === PANEL_ID ||
    runs.some((run) => run.persona_id === persona_id && run.state === 'done' && run.samples_asked !== 0);
  return findings.some(
    ({ id, persona_id }) => (id === fault.id || conclusion?.same[id] === fault.id) && hasAnswered(persona_id),
  );
};

/** Without tokens, which change on every load. */
const pathOf = ({ href = '' }: Element): string => href.replace(/[;?#].*$/s, '');

const NAMES = [
  ({ kind, label, href = '' }: Element) => JSON.stringify([kind, label, href]),
  (element: Element) => JSON.stringify([element.kind, element.label, pathOf(element)]),
];

/** Whether an element at the same position may be the same: pages change labels by themselves, such as "Cart (0)". */
const mayBe = (is: Element, was: Element): boolean => {
  if (is.kind !== was.kind || pathOf(is) !== pathOf(was) || was.label === '') return false;
  const [now, before] = [is, was].map(({ label }) => label.replace(/\d+/g, ''));
  return pathOf(was) !== '' || now === before;
};

const PARTIAL: ReadonlySet<string> = new Set<Code>([
  'page_partly_seen',
  'page_cut',
  'document_cut',
  'drawn_by_scripts',
  'pdf_first_pages_read',
  'pdf_pages_broken',
]);

const codesOf = ({ notes }: Content): readonly string[] => notes.map(({ code }) => code);

/** Whether the later content may lack what the page still has. */
const isPartial = (was: Content | undefined, is: Content): boolean => {
  const before = was ? codesOf(was) : [];
  return (
    is.cut !== null ||
    codesOf(is).some((code) => PARTIAL.has(code) || (code === 'article_read' && !before.includes(code)))
  );
};

type Successors = (id: string) => readonly string[] | undefined;

/**
 * Ids of the later content's elements that are the same as one of the earlier content; undefined if that isn't known.
 * Ids count positions, which move. A screenshot shows the page and is no part of it.
 */
const successorsOf = (was: Content | undefined, is: Content): Successors => {
  const before = new Map(was?.elements.map((element) => [element.id, element]));
  const after = new Map(is.elements.map((element) => [element.id, element]));
  const named = NAMES.map((nameOf) => ({ nameOf, elements: Map.groupBy(is.elements, nameOf) }));
  const isWhole = !isPartial(was, is) && is.elements.length < MAX_ELEMENTS;
  return (id) => {
    const element = before.get(id);
    if (!element || element.kind === 'screenshot') return undefined;
    for (const { nameOf, elements } of named) {
      const same = elements.get(nameOf(element));
      if (same) return same.map((one) => one.id);
    }
    const there = after.get(id);
    return isWhole && !(there && mayBe(there, element)) ? [] : undefined;
  };
};

/** A fault of the earlier content with the ids that its elements have in the later one. */
const withLaterIds = (fault: FindingRow, successors: Successors): FindingRow => {
  const idOf = (id: string): string | null => {
    const later = successors(id) ?? [id];
    return later.includes(id) ? id : later.length === 1 ? (later[0] ?? null) : null;
  };
  const evidence = fault.evidence.map((one) => ({ ...one, element: one.element && idOf(one.element) }));
  return { ...fault, evidence } as FindingRow;
};

/** Whether the words or the element that a fault named have left the content. Unknown counts as not. */
const isPlaceGone = ({ evidence }: FindingRow, isGone: (quote: string) => boolean, successors: Successors) => {
  const found = evidence.filter(({ grounded }) => grounded);
  return (
    found.length > 0 &&
    found.every(({ quote, element }) => (quote ? isGone(quote) : element !== null && successors(element)?.length === 0))
  );
};

/** Whether the answers of both reviews overlap, or are too few to tell. */
const isNoise = (before: readonly number[], after: readonly number[]): boolean =>
  Math.min(before.length, after.length) < 2 ||
  (Math.max(...before) >= Math.min(...after) && Math.max(...after) >= Math.min(...before));

/** Scores that changed by more than those of the same content usually do. */
const movedScores = (before: Judged, after: Judged) => {
  const scoreOf = (persona: string, dimension: string) =>
    before.runs.find(({ persona_id }) => persona_id === persona)?.scores.find((one) => one.dimension === dimension);
  return after.runs.flatMap(({ persona_id, scores }) =>
    scores.flatMap(({ dimension, score: to, samples }) => {
      const { score: from = null, samples: earlier = [] } = scoreOf(persona_id, dimension) ?? {};
      if (from === null || to === null || Math.abs(from - to) < MOVED) return [];
      return [{ persona_id, dimension, from, to, noise: isNoise(earlier, samples) }];
    }),
  );
};

/** Whether a persona says the same under the same dimension, although the passage that it quotes was edited. */
const isAboutEdited = (one: FindingRow, other: FindingRow): boolean =>
  one.persona_id === other.persona_id &&
  one.dimension === other.dimension &&
  isSameFinding({ ...one, evidence: [] }, { ...other, evidence: [] });

/** The first number of what was measured, such as 4.2 of "4.2 s". */
const numberOf = (text: string | null | undefined): number | undefined => {
  const [number] = /\d+(?:\.\d+)?/.exec(text?.replaceAll(',', '') ?? '') ?? [];
  return number === undefined ? undefined : Number(number);
};

const NOISE = 0.2;

const viewsIn = (facts: readonly Fact[], rule: string, state: Fact['state']): Fact['view'][] =>
  facts.filter((fact) => fact.rule === rule && fact.state === state).map(({ view }) => view);

/** Whether a rule passed in each window in which it failed in the other review. */
const hasPassed = (rule: string, facts: readonly Fact[], other: readonly Fact[]): boolean => {
  const passed = viewsIn(facts, rule, 'passed');
  return (
    passed.length > 0 &&
    viewsIn(other, rule, 'failed').every((view) => passed.some((one) => one === view || one === null))
  );
};

/** Whether a rule that depends on the moment measured nearly the same in each window in which it failed. */
const isTimingNoise = (rule: string, passedIn: readonly Fact[], failedIn: readonly Fact[]): boolean => {
  if (!propertiesOf(rule)?.is_timing) return false;
  const measuredIn = (facts: readonly Fact[], view: Fact['view']) =>
    numberOf(facts.find((fact) => fact.rule === rule && fact.view === view)?.measured);
  const pairs = viewsIn(failedIn, rule, 'failed').map((view) =>
    [passedIn, failedIn].map((one) => measuredIn(one, view)),
  );
  const known = pairs.filter((pair): pair is [number, number] => pair.every((value) => value !== undefined));
  return known.length > 0 && known.every(([from, to]) => Math.abs(to - from) <= NOISE * Math.max(from, to));
};

/** A browser sees what the HTML alone doesn't say: then what differs may be the reading. */
const isSeen = ({ row }: Judged): boolean => row.facts?.note_codes.some(({ code }) => code === 'page_seen') ?? false;

/**
 * A fact is gone if its rule passed in the later review, and new if it passed in the earlier one. One that either review
 * didn't measure in its window, that was read in another way, or that is timing noise has not changed as far as is
 * known.
 */
const compareFacts = (before: Judged, after: Judged, reading_changed: boolean) => {
  const [old = [], now = []] = [before, after].map((one) => faultsOf(one).filter(isFact));
  const [was = [], is = []] = [before.facts, after.facts];
  const hasChanged = (rule = '', passedIn: readonly Fact[], failedIn: readonly Fact[]) =>
    !reading_changed && hasPassed(rule, passedIn, failedIn) && !isTimingNoise(rule, passedIn, failedIn);
  const isGone = ({ rule }: FindingRow) => hasChanged(rule, is, was);
  const isNew = ({ rule }: FindingRow) => hasChanged(rule, was, is);
  const still = now.flatMap(({ id, rule }) => {
    const known = old.find((one) => one.rule === rule);
    return known ? [{ id, previous_id: known.id }] : [];
  });
  const left = old.filter(({ id }) => !still.some(({ previous_id }) => previous_id === id));
  const added = now.filter(({ id }) => !still.some((one) => one.id === id));
  const idsOf = (findings: readonly FindingRow[], isWanted: (one: FindingRow) => boolean) =>
    findings.filter(isWanted).map(({ id }) => id);
  return {
    gone: idsOf(left, isGone),
    new: idsOf(added, isNew),
    still,
    unknown: { previous: idsOf(left, (one) => !isGone(one)), current: idsOf(added, (one) => !isNew(one)) },
  };
};

const MIN_SCORES = 5;

/** By how much a dimension's score usually differs if the same panel is asked again: from its own repeated answers. */
const usualNoise = (reviews: readonly Judged[]): number | null => {
  const variances = reviews.flatMap(({ runs }) =>
    runs.flatMap(({ scores }) =>
      scores.flatMap(({ samples }) => {
        if (samples.length < 2) return [];
        const center = mean(samples);
        const squares = samples.reduce((sum, one) => sum + (one - center) ** 2, 0);
        return [(2 * squares) / (samples.length - 1) / samples.length];
      }),
    ),
  );
  if (variances.length < MIN_SCORES) return null;
  return Math.round(Math.sqrt(mean(variances)) * 100) / 100;
};

/** Compares two reviews of the same thing by rule. */
export const compareReviews = (before: Judged, after: Judged) => {
  const reading_changed = isSeen(before) !== isSeen(after);
  const facts = compareFacts(before, after, reading_changed);
  const { content } = after;
  const successors: Successors = content ? successorsOf(before.content, content) : () => undefined;
  const left = faultsOf(before).filter((fault) => !isFact(fault));
  const still: { id: string; previous_id: string }[] = [...facts.still];
  let added = faultsOf(after).filter((fault) => !isFact(fault));
  for (const isSame of [isSameFinding, isAboutEdited]) {
    added = added.filter((fault) => {
      const same = left.filter((one) => isSame(withLaterIds(one, successors), fault));
      const known = same.find((one) => one.dimension === fault.dimension) ?? same[0];
      if (!known) return true;
      still.push({ id: fault.id, previous_id: known.id });
      left.splice(left.indexOf(known), 1);
      return false;
    });
  }
  const isWhole = content && !isPartial(before.content, content);
  // A model reads the same picture in other words each time.
  const was = isWhole && before.content && groundIn({ ...before.content, transcripts: [] });
  const is = isWhole && groundIn(content);
  const isGone = (quote: string) => Boolean(was && is && was.contains(quote) && !is.contains(quote));
  const isFixed = (fault: FindingRow) => !reading_changed && isPlaceGone(fault, isGone, successors);
  const unnamed = left.filter((fault) => !isFixed(fault) && isAskedAbout(fault, before, after));
  const [earlier, later] = [before.row.judge, after.row.judge];
  const judge_changed =
    earlier !== null && later !== null && (earlier.model !== later.model || earlier.prompt !== later.prompt);
  const moved = judge_changed || reading_changed ? [] : movedScores(before, after);
  return {
    review_id: after.row.id,
    previous_id: before.row.id,
    fixed: [...facts.gone, ...left.filter(isFixed).map(({ id }) => id)],
    still,
    unnamed: [...facts.unknown.previous, ...unnamed.map(({ id }) => id)],
    new: [...facts.new, ...added.filter((fault) => isAskedAbout(fault, after, before)).map(({ id }) => id)],
    better: moved.filter(({ from, to }) => to > from),
    worse: moved.filter(({ from, to }) => to < from),
    judge_changed,
    reading_changed,
    facts,
    noise: usualNoise([before, after]),
    versions: reading_changed ? null : compareVersions(after.runs, moved),
  };
};
