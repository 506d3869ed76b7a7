/** Levenshtein's, with two rows. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
const MAX_NAME = 64;

/** The known name that was probably meant: a part of it, or at most a third of the letters differ. */
export const nearestName = (given: string, known: readonly string[]): string | undefined => {
  const wanted = plain(given.slice(0, MAX_NAME));
  if (wanted === '') return undefined;
  const scored = known.map((name) => {
    const candidate = plain(name);
    const isPart =
      Math.min(candidate.length, wanted.length) > 2 && (candidate.includes(wanted) || wanted.includes(candidate));
    const difference = distance(wanted, candidate) / Math.max(wanted.length, candidate.length);
    return { name, score: isPart ? Math.min(0.5, difference) : difference };
  });
  const near = scored.filter(({ score }) => score <= 0.5).sort((one, other) => one.score - other.score)[0];
  return near?.name;
};
