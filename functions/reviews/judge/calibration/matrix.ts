/** Symmetric or lower triangular, by rows. */
export type Matrix = Float64Array[];

export const zeros = (size: number): Matrix => Array.from({ length: size }, () => new Float64Array(size));

/** L of A = L Lᵀ (Golub and Van Loan 2013, 4.2); only the lower triangle of A is read. */
export const cholesky = (matrix: Matrix): Matrix => {
  const lower = zeros(matrix.length);
  for (const [i, row] of matrix.entries()) {
    const made = lower[i]!;
    for (let j = 0; j <= i; j += 1) {
      const above = lower[j]!;
      let rest = row[j]!;
      for (let k = 0; k < j; k += 1) rest -= made[k]! * above[k]!;
      if (i === j && !(rest > 0)) throw new RangeError('The matrix is not positive definite.');
      made[j] = i === j ? Math.sqrt(rest) : rest / above[j]!;
    }
  }
  return lower;
};

/** x of L Lᵀ x = b. */
export const solve = (lower: Matrix, right: Float64Array): Float64Array => {
  const solved = Float64Array.from(right);
  for (let i = 0; i < solved.length; i += 1) {
    const row = lower[i]!;
    let rest = solved[i]!;
    for (let k = 0; k < i; k += 1) rest -= row[k]! * solved[k]!;
    solved[i] = rest / row[i]!;
  }
  for (let i = solved.length - 1; i >= 0; i -= 1) {
    const value = solved[i]! / lower[i]![i]!;
    solved[i] = value;
    const row = lower[i]!;
    for (let k = 0; k < i; k += 1) solved[k]! -= row[k]! * value;
  }
  return solved;
};

/** (L Lᵀ)⁻¹. */
export const inverseOf = (lower: Matrix): Matrix => {
  const size = lower.length;
  // Rows of L⁻¹, then its transpose times itself.
  const inverted = zeros(size);
  for (let i = 0; i < size; i += 1) {
    const row = lower[i]!;
    const made = inverted[i]!;
    made[i] = 1;
    for (let k = 0; k < i; k += 1) {
      const factor = row[k]!;
      if (factor === 0) continue;
      const above = inverted[k]!;
      for (let j = 0; j <= k; j += 1) made[j]! -= factor * above[j]!;
    }
    const pivot = row[i]!;
    for (let j = 0; j <= i; j += 1) made[j]! /= pivot;
  }
  const inverse = zeros(size);
  for (let k = 0; k < size; k += 1) {
    const row = inverted[k]!;
    for (let i = 0; i <= k; i += 1) {
      const factor = row[i]!;
      if (factor === 0) continue;
      const target = inverse[i]!;
      for (let j = 0; j <= i; j += 1) target[j]! += factor * row[j]!;
    }
  }
  for (let i = 0; i < size; i += 1) for (let j = 0; j < i; j += 1) inverse[j]![i] = inverse[i]![j]!;
  return inverse;
};
