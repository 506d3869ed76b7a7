/** Symmetric or lower triangular, by rows. */
export type Matrix = readonly (readonly number[])[];

const at = (matrix: Matrix, row: number, column: number): number => matrix[row]?.[column] ?? 0;

export const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

export const times = (matrix: Matrix, vector: readonly number[]): number[] => matrix.map((row) => dot(row, vector));

const cholesky = (matrix: Matrix): number[][] => {
  const lower: number[][] = [];
  for (const [i, row] of matrix.entries()) {
    const made: number[] = [];
    for (let j = 0; j <= i; j += 1) {
      const above = j === i ? made : (lower[j] ?? []);
      const rest = (row[j] ?? 0) - dot(above.slice(0, j), made.slice(0, j));
      if (i === j && !(rest > 0)) throw new RangeError('The matrix is not positive definite.');
      made.push(i === j ? Math.sqrt(rest) : rest / (above[j] ?? 1));
    }
    lower.push(made);
  }
  return lower;
};

export const inverse = (matrix: Matrix): number[][] => {
  const lower = cholesky(matrix);
  const size = matrix.length;
  const columns = matrix.map((_, unit) => {
    const forward: number[] = [];
    for (let i = 0; i < size; i += 1) {
      let rest = i === unit ? 1 : 0;
      for (let k = unit; k < i; k += 1) rest -= at(lower, i, k) * (forward[k] ?? 0);
      forward.push(rest / at(lower, i, i));
    }
    const solved = new Array<number>(size).fill(0);
    for (let i = size - 1; i >= 0; i -= 1) {
      let rest = forward[i] ?? 0;
      for (let k = i + 1; k < size; k += 1) rest -= at(lower, k, i) * (solved[k] ?? 0);
      solved[i] = rest / at(lower, i, i);
    }
    return solved;
  });
  return columns;
};
