const { abs, exp, sqrt } = Math;

const COEFFICIENTS = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];

/** P(Z ≤ z) of the standard normal; error below 7.5e-8. Abramowitz and Stegun (1964), 26.2.17. */
export const normalCdf = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * abs(z));
  const series = COEFFICIENTS.reduceRight((sum, coefficient) => (sum + coefficient) * t, 0);
  const tail = (exp((-z * z) / 2) / sqrt(2 * Math.PI)) * series;
  return z >= 0 ? 1 - tail : tail;
};

/** Φ⁻¹(0.95): 5% are above, so ± this many deviations hold 90%. */
export const Z90 = 1.6448536269514722;
