import { weightedMean } from '../judge/calibration/features.ts';
import type { Content } from '../read/content.ts';
import { plainText } from '../read/plain-text.ts';
import type { FindingRow, PersonaAsRun } from '../rows.ts';
import { groundIn } from './ground.ts';
import type { Sample } from './parse-answer.ts';

/** A finding before it has a place in a review. */
export type Finding = Omit<FindingRow, 'id' | 'created_at'>;

export interface Merged {
  findings: Finding[];
  summary: string;
  /** Weighted mean of the dimensions. */
  score: number;
  /** Names that no sample spoke of. */
  missing: string[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const blankAsNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** The least of what `measure` gives; the first of equals. */
const leastBy = <T>(all: readonly T[], measure: (one: T) => number): T | undefined =>
  all.reduce<T | undefined>(
    (least, one) => (least === undefined || measure(one) < measure(least) ? one : least),
    undefined,
  );

/** Scores are kept by sample; the words are those of the sample nearest to their mean, grounded ones first. */
export const mergeSamples = (samples: readonly Sample[], persona: PersonaAsRun, content: Content): Merged => {
  const ground = groundIn(content);
  const dimensions = persona.evaluation_dimensions;
  const findings = dimensions.flatMap(({ name, weight }): Finding[] => {
    const said = samples.flatMap(({ by }) => by.get(name) ?? []);
    if (said.length === 0) return [];
    const scores = said.map(({ score }) => score);
    const score = mean(scores);
    const candidates = said.map((one) => ({
      ...one,
      comment: plainText(one.comment, 1200),
      suggestion: blankAsNull(plainText(one.suggestion ?? '', 800)),
      ...ground({ quote: blankAsNull(one.quote), element: blankAsNull(one.element) }),
    }));
    const chosen = leastBy(
      candidates,
      (one) => Math.abs(one.score - score) + (one.grounded ? 0 : 10) + (one.comment === '' ? 100 : 0),
    );
    if (!chosen) return [];
    const { comment, suggestion, quote, element, grounded } = chosen;
    return [
      {
        persona_id: persona.id,
        category: persona.category,
        dimension: name,
        weight,
        samples: scores,
        score,
        comment: comment || 'The model gave no reason.',
        suggestion,
        quote: grounded ? quote : quote && plainText(quote, 400),
        element,
        grounded,
      },
    ];
  });
  const scoreOf = (values: readonly { dimension: string; value: number }[]): number =>
    weightedMean(
      values.map(({ dimension, value }) => ({
        weight: dimensions.find(({ name }) => name === dimension)?.weight ?? 0,
        value,
      })),
    );
  const score = scoreOf(findings.map((finding) => ({ dimension: finding.dimension, value: finding.score })));
  const nearest = leastBy(samples, ({ by, summary }) => {
    const own = scoreOf([...by].map(([dimension, said]) => ({ dimension, value: said.score })));
    return Math.abs(own - score) + (summary.trim() === '' ? 10 : 0);
  });
  return {
    findings,
    score,
    summary: plainText(nearest?.summary ?? '', 2000),
    missing: dimensions.map(({ name }) => name).filter((name) => !findings.some(({ dimension }) => dimension === name)),
  };
};
