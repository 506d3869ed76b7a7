export type DimensionScore = {
  persona_id: string;
  weight: number;
  samples: readonly number[];
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Σ wᵢ xᵢ / Σ wᵢ; the plain mean if all weights are 0. */
export const weightedMean = (rows: readonly { weight: number; value: number }[]): number => {
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0)) return mean(rows.map(({ value }) => value));
  return rows.reduce((sum, { weight, value }) => sum + weight * value, 0) / total;
};

type Scored = DimensionScore & { value: number };

/** Means of samples, not modes: arXiv 2503.03064. */
const scored = (panel: readonly DimensionScore[]): Scored[] =>
  panel.filter(({ samples }) => samples.length > 0).map((row) => ({ ...row, value: mean(row.samples) }));

const panelMean = (rows: readonly Scored[]): number =>
  mean([...Map.groupBy(rows, ({ persona_id }) => persona_id).values()].map(weightedMean));

/** From 1 to 5: the mean over personas of their weighted means over dimensions. */
export const rawScore = (panel: readonly DimensionScore[]): number | undefined => {
  const rows = scored(panel);
  return rows.length > 0 ? panelMean(rows) : undefined;
};
