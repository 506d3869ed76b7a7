/** Picks an index by weight. */
export const weighted = (weights: readonly number[]) => {
  let total = 0;
  const sums = weights.map((weight) => {
    total += weight;
    return total;
  });
  return (random: number): number => {
    const wanted = random * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
};

/** Zipf's law: the n-th of `count` weighs 1/n. */
export const zipf = (count: number): number[] => Array.from({ length: count }, (_, rank) => 1 / (rank + 1));
