import type { ReportedPersona } from './types.ts';

export interface WeighedDimension {
  name: string;
  /** Mean over its personas, weighted by the weight each gives it. */
  score: number;
  low: number;
  high: number;
  personas: readonly string[];
}

type Scored = { name: string; weight: number; score: number; persona: string };

const weigh = (name: string, rows: readonly Scored[]): WeighedDimension => {
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const sum = rows.reduce((all, { weight, score }) => all + score * (total > 0 ? weight : 1), 0);
  const scores = rows.map(({ score }) => score);
  return {
    name,
    score: sum / (total > 0 ? total : rows.length),
    low: Math.min(...scores),
    high: Math.max(...scores),
    personas: rows.map(({ persona }) => persona),
  };
};

/** Merges the personas' dimensions, lowest score first. */
export const weighDimensions = (personas: readonly ReportedPersona[]): WeighedDimension[] => {
  const scored = personas.flatMap(({ name: persona, dimensions }) =>
    dimensions.flatMap(({ score, ...one }): Scored[] => (score === null ? [] : [{ ...one, score, persona }])),
  );
  return [...Map.groupBy(scored, ({ name }) => name)]
    .map(([name, rows]) => weigh(name, rows))
    .sort((a, b) => a.score - b.score);
};
