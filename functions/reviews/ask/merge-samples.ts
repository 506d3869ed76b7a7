import { visible } from '../../kit/text/visible.ts';
import type { StoredDimensions } from '../../personas/schema.ts';
import type { FindingRow } from '../finding-rows.ts';
import type { Grounding } from '../judge/ground.ts';
import { mean, weightedMean } from '../judge/panel-score.ts';
import { isSameFinding } from '../judge/same-finding.ts';
import type { DimensionScoreRow } from '../run-rows.ts';
import type { AnsweredFinding } from './model/answer.ts';
import type { Sample } from './parse-answer.ts';

const ACTS = /<(?=\/?\s*(?:script|iframe|object|embed|style)\b|[^<>]*(?:\son\w+\s*=|javascript:))([^<>]*)>?/gi;

export const plainText = (text: string, most: number): string =>
  visible(text).replace(ACTS, '‹$1›').trim().slice(0, most).toWellFormed();

export type Finding = Omit<FindingRow, 'id' | 'persona_id' | 'position' | 'created_at'>;

export interface Merged {
  scores: DimensionScoreRow[];
  findings: Finding[];
  summary: string;
  /** Weighted mean of the dimensions that are judged; null if none is. */
  score: number | null;
}

const MAX_QUOTE = 400;

const plainOrNull = (text: string | null, most: number): string | null => plainText(text ?? '', most) || null;

const leastBy = <T>(all: readonly T[], measure: (one: T) => number): T | undefined =>
  all.reduce<T | undefined>(
    (least, one) => (least === undefined || measure(one) < measure(least) ? one : least),
    undefined,
  );

/** Not judged if most answers say so. */
const scoresOf = (samples: readonly Sample[], dimensions: StoredDimensions): DimensionScoreRow[] =>
  dimensions.map(({ name, weight }) => {
    const said = samples.flatMap(({ scores }) => scores.get(name) ?? []);
    const given = said.flatMap(({ score }) => score ?? []);
    if (given.length * 2 > said.length)
      return { dimension: name, weight, samples: given, score: mean(given), reason: null };
    const reason = said.find((one) => one.reason)?.reason ?? '';
    return { dimension: name, weight, samples: [], score: null, reason: plainOrNull(reason, 300) };
  });

export const meanOf = (scores: readonly DimensionScoreRow[]): number | null => {
  const judged = scores.flatMap(({ weight, score }) => (score === null ? [] : [{ weight, value: score }]));
  return judged.length === 0 ? null : weightedMean(judged);
};

const findingOf = (said: AnsweredFinding, { ground }: Grounding): Finding => {
  const isFault = said.kind === 'fault';
  const evidence = said.evidence
    .map(({ quote, element, region }) => ground({ quote, element, region }))
    .filter(({ quote, element }) => quote || element)
    .map((one) => (one.grounded ? one : { ...one, quote: plainOrNull(one.quote, MAX_QUOTE) }));
  const after = said.fix && plainOrNull(said.fix.after, 1000);
  return {
    dimension: plainText(said.dimension, 120),
    kind: said.kind,
    severity: isFault ? (said.severity ?? 2) : null,
    evidence: evidence.toSorted((one, other) => Number(other.grounded) - Number(one.grounded)),
    comment: plainText(said.comment, 1500),
    fix: after ? { before: plainOrNull(said.fix?.before ?? null, 600), after, effort: said.fix?.effort ?? null } : null,
    seen_in: null,
  };
};

/** Evidence in the content first, then a fix, then more evidence. */
const worthOf = ({ evidence, fix }: Finding): number =>
  (evidence.some(({ grounded }) => grounded) ? 10 : 0) +
  (fix ? 2 : 0) +
  evidence.filter(({ grounded }) => grounded).length;

interface Group {
  findings: Finding[];
  /** Findings of one answer stay apart. */
  samples: number[];
}

const joinGroups = (groups: readonly Group[], isSame: typeof isSameFinding): Group[] => {
  const joined: Group[] = [];
  for (const { findings, samples } of groups) {
    const known = joined.find(
      (one) =>
        !one.samples.some((at) => samples.includes(at)) &&
        one.findings.some((left) => findings.some((right) => isSame(left, right))),
    );
    if (known) {
      known.findings.push(...findings);
      known.samples.push(...samples);
    } else joined.push({ findings: [...findings], samples: [...samples] });
  }
  return joined;
};

/** A finding of several answers is one, in the words of the best of them. */
const unionOf = (samples: readonly Sample[], grounding: Grounding): Finding[] => {
  const single = samples.flatMap(({ findings }, at) =>
    findings.map((said): Group => ({ findings: [findingOf(said, grounding)], samples: [at] })),
  );
  // Under the same dimension first: else a finding joins a similar one under another, whose own repeat is then left over.
  const alike = joinGroups(single, (one, other) => one.dimension === other.dimension && isSameFinding(one, other));
  const groups = joinGroups(alike, isSameFinding);
  return groups.flatMap(({ findings, samples: seen }): Finding[] => {
    const best = leastBy(findings, (one) => -worthOf(one));
    const severities = findings.flatMap(({ severity }) => severity ?? []).sort((one, other) => one - other);
    const severity = severities[Math.floor(severities.length / 2)] ?? null;
    return best ? [{ ...best, severity, seen_in: { samples: seen.length, of: samples.length } }] : [];
  });
};

/** One verdict from several answers: all findings count, and the mean of the scores. */
export const mergeSamples = (
  samples: readonly Sample[],
  dimensions: StoredDimensions,
  grounding: Grounding,
): Merged => {
  const scores = scoresOf(samples, dimensions);
  const score = meanOf(scores);
  const nearest = leastBy(samples, (one) => {
    const own = meanOf(scoresOf([one], dimensions));
    return (own === null || score === null ? 5 : Math.abs(own - score)) + (one.summary.trim() === '' ? 10 : 0);
  });
  return {
    scores,
    score,
    findings: unionOf(samples, grounding).toSorted(
      (one, other) => (other.severity ?? 0) - (one.severity ?? 0) || worthOf(other) - worthOf(one),
    ),
    summary: plainText(nearest?.summary ?? '', 2000),
  };
};
