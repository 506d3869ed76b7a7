const PIECES = /(?<word>\p{Script=Latin}+)|(?<digits>\p{Nd}+)|(?<letter>\p{L}|\p{M})|(?<break>\s*\n\s*)|(?<blank>\s+)|(?<sign>[\x21-\x7e]{1,2})|(?<other>.)/gsu;

const COST: Record<string, (piece: string) => number> = {
  word: (piece) => Math.ceil(piece.length / 4),
  digits: (piece) => Math.ceil(piece.length / 3),
  letter: () => 1.5,
  break: () => 1,
  blank: (piece) => (piece.length > 1 ? 1 : 0),
  sign: () => 1,
  other: () => 3,
};

/**
 * How many tokens a model is likely to count, on the high side: four Latin letters, three digits or two signs each make
 * one; other scripts one and a half a character, pictographs three. Ids and URLs, which cost far more than their
 * bytes / 4, are counted by their many short runs.
 */
export const estimateTokens = (text: string): number => {
  let sum = 0;
  for (const { groups = {} } of text.matchAll(PIECES)) {
    for (const [kind, piece] of Object.entries(groups)) if (piece !== undefined) sum += COST[kind]?.(piece) ?? 0;
  }
  return Math.ceil(sum);
};

/** The longest beginning of `text` within `tokens`, and what is left of it. */
export const splitAt = (text: string, tokens: number): [head: string, rest: string] => {
  if (estimateTokens(text) <= tokens) return [text, ''];
  let fits = 0;
  let over = text.length;
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (estimateTokens(text.slice(0, middle)) <= tokens) fits = middle;
    else over = middle;
  }
  const isPairCut = /[\ud800-\udbff]$/.test(text.slice(0, fits));
  const end = isPairCut ? fits - 1 : fits;
  return [text.slice(0, end), text.slice(end)];
};

/** `text` within `tokens`, with a mark where it was cut. */
export const clip = (text: string, tokens: number): string => {
  const [head, rest] = splitAt(text, tokens);
  return rest ? `${head.trimEnd()}…` : head;
};
