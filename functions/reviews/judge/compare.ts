import { groundIn } from '../ask/ground.ts';
import { isSameFinding } from '../ask/same-finding.ts';
import type { Content } from '../read/content.ts';
import type { Conclusion, FindingRow, ReviewRow, RunRow } from '../rows.ts';

interface Judged {
  row: Pick<ReviewRow, 'id' | 'judge'>;
  runs: readonly RunRow[];
  findings: readonly FindingRow[];
  conclusion: Conclusion | undefined;
}

/** Samples of the same content differ by less. */
const WORSE = 0.5;

/** Most urgent first; those that the chair struck are none. */
const faultsOf = ({ findings, conclusion }: Judged): FindingRow[] => {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  return (conclusion?.order ?? []).flatMap((id) => byId.get(id) ?? []);
};

/** Whether the words or the element that a fault named have left the content. Unknown counts as not. */
const isGone = (
  { evidence }: FindingRow,
  { contains, elements }: { contains: (quote: string) => boolean; elements: ReadonlySet<string> },
) => {
  const found = evidence.filter(({ grounded }) => grounded);
  return (
    found.length > 0 &&
    found.every(({ quote, element }) => (quote ? !contains(quote) : element !== null && !elements.has(element)))
  );
};

const worseThan = (before: Judged, after: Judged) => {
  const scoreOf = (persona: string, dimension: string) =>
    before.runs.find(({ persona_id }) => persona_id === persona)?.scores.find((one) => one.dimension === dimension)
      ?.score ?? null;
  return after.runs.flatMap(({ persona_id, scores }) =>
    scores.flatMap(({ dimension, score: to }) => {
      const from = scoreOf(persona_id, dimension);
      return from !== null && to !== null && from - to >= WORSE ? [{ persona_id, dimension, from, to }] : [];
    }),
  );
};

/** Whether a persona says the same under the same dimension, although the passage that it quotes was edited. */
const isAboutEdited = (one: FindingRow, other: FindingRow): boolean =>
  one.persona_id === other.persona_id &&
  one.dimension === other.dimension &&
  isSameFinding({ ...one, evidence: [] }, { ...other, evidence: [] });

/** Compares two reviews of the same thing by rule. `content` is what the later one read. */
export const compareReviews = (before: Judged, after: Judged, content: Content | undefined) => {
  const left = faultsOf(before);
  const still: { id: string; previous_id: string }[] = [];
  let added = faultsOf(after);
  for (const isSame of [isSameFinding, isAboutEdited]) {
    added = added.filter((fault) => {
      const same = left.filter((one) => isSame(one, fault));
      const known = same.find((one) => one.dimension === fault.dimension) ?? same[0];
      if (!known) return true;
      still.push({ id: fault.id, previous_id: known.id });
      left.splice(left.indexOf(known), 1);
      return false;
    });
  }
  const place = content && {
    contains: groundIn(content).contains,
    elements: new Set([...content.elements.map(({ id }) => id), ...content.pictures.map(({ element }) => element)]),
  };
  const isFixed = (fault: FindingRow) => place !== undefined && isGone(fault, place);
  const judge_changed =
    before.row.judge?.model !== after.row.judge?.model || before.row.judge?.prompt !== after.row.judge?.prompt;
  return {
    review_id: after.row.id,
    previous_id: before.row.id,
    fixed: left.filter(isFixed).map(({ id }) => id),
    still,
    unnamed: left.filter((fault) => !isFixed(fault)).map(({ id }) => id),
    new: added.map(({ id }) => id),
    worse: judge_changed ? [] : worseThan(before, after),
    judge_changed,
  };
};
