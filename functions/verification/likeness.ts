/** Share of equal letter pairs (Dice 1945): 1 for equal texts, 0 for those without a common pair. Both are sorted. */
export const likeness = (a: Uint32Array, b: Uint32Array): number => {
  let same = 0;
  for (let at = 0, other = 0; at < a.length && other < b.length; ) {
    const [left = 0, right = 0] = [a[at], b[other]];
    if (left === right) same += 1;
    if (left <= right) at += 1;
    if (right <= left) other += 1;
  }
  return (2 * same) / (a.length + b.length);
};

export const commonShare = (wanted: readonly string[], found: readonly string[]): number =>
  (2 * wanted.filter((one) => found.includes(one)).length) / (wanted.length + found.length);

export const sequenceShare = (wanted: readonly string[], found: readonly string[]): number => {
  const most = Math.max(wanted.length, found.length);
  return most === 0 ? 1 : wanted.filter((one, at) => one === found[at]).length / most;
};

export const ratio = (a: number, b: number): number => (Math.max(a, b) > 0 ? Math.min(a, b) / Math.max(a, b) : 1);

/** Its letters and digits: spaces depend on markup, and content is read with the marks of lists and tables. */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '').toLowerCase();

/** The browser draws them; they are no text of the page. */
const ITEM_NUMBERS = /^\s*\d{1,3}[.)]\s+(?=[\p{L}\p{N}])/gmu;

/** Whether letters have a quote, which may leave something out. */
export const haveQuote = (letters: string, quote: string): boolean =>
  [quote, quote.replace(ITEM_NUMBERS, '')].some((one) =>
    one.split('…').every((part) => letters.includes(lettersOf(part))),
  );
