export type DimensionScore = {
  persona_id: string;
  category: string;
  dimension: string;
  weight: number;
  samples: readonly number[];
};

/** What is absent is 0. */
export type Features = Readonly<Record<string, number>>;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

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

/** Lenient judges' scores are around it, so that level and slope are nearly independent in a fit. */
export const CENTRE = 3.8;

/**
 * The regression's features of a panel's scores, after LLM-Rubric (arXiv 2501.00274): shared terms and terms of their
 * own for category and persona, whose coefficients are shrunk harder.
 *
 * - `level` = 1 and `overall` = raw score − {@link CENTRE};
 * - `dimension:<name>` = mean of that dimension over personas − raw score;
 * - with a finding: `own` = its own score − raw score, `category:<name>` = 1, `category-slope:<name>` = `overall`,
 *   `persona:<id>` = 1.
 */
export const featuresOf = (
  panel: readonly DimensionScore[],
  finding?: { persona_id: string; dimension: string },
): Features => {
  const rows = scored(panel);
  if (rows.length === 0) throw new RangeError('A panel without a score has no features.');
  const raw = panelMean(rows);
  const overall = raw - CENTRE;
  const features: Record<string, number> = { level: 1, overall };
  for (const [name, found] of Map.groupBy(rows, ({ dimension }) => dimension))
    features[`dimension:${name}`] = mean(found.map(({ value }) => value)) - raw;
  const own = rows.find((row) => row.persona_id === finding?.persona_id && row.dimension === finding.dimension);
  if (!own) return features;
  features.own = own.value - raw;
  features[`category:${own.category}`] = 1;
  features[`category-slope:${own.category}`] = overall;
  features[`persona:${own.persona_id}`] = 1;
  return features;
};
