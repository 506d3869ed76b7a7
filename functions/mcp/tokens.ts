const PIECES =
  /(?<word>\p{Script=Latin}+)|(?<digits>\p{Nd}+)|(?<letter>[\p{L}\p{M}])|(?<break>\s*\n\s*)|(?<blank>\s+)|(?<sign>[\x21-\x7e]{1,2})|(?<other>.)/gsu;

const COST: Record<string, (length: number) => number> = {
  word: (length) => Math.ceil(length / 4),
  digits: (length) => Math.ceil(length / 3),
  letter: () => 1.5,
  break: (length) => Math.ceil(length / 8),
  blank: (length) => (length > 1 ? Math.ceil(length / 8) : 0),
  sign: () => 1,
  other: () => 3,
};

interface Piece {
  start: number;
  length: number;
  cost: number;
}

function* pieces(text: string): Generator<Piece> {
  for (const { groups = {}, index } of text.matchAll(PIECES)) {
    for (const [kind, piece] of Object.entries(groups)) {
      if (piece !== undefined) yield { start: index, length: piece.length, cost: COST[kind]?.(piece.length) ?? 0 };
    }
  }
}

/**
 * How many tokens a model is likely to count, on the high side: four Latin letters, three digits or two signs each make
 * one; a letter of another script one and a half, a pictograph three. Ids and URLs, which cost far more than their
 * bytes / 4, are counted by their many short runs.
 */
export const estimateTokens = (text: string): number => {
  let sum = 0;
  for (const { cost } of pieces(text)) sum += cost;
  return Math.ceil(sum);
};

/** The longest beginning of `text` within `tokens`, and what is left of it. */
export const splitAt = (text: string, tokens: number): [head: string, rest: string] => {
  let sum = 0;
  for (const { start, length, cost } of pieces(text)) {
    if (sum + cost > tokens) {
      const part = length > 8 ? Math.floor((length * (tokens - sum)) / cost) : 0;
      return [text.slice(0, start + part), text.slice(start + part)];
    }
    sum += cost;
  }
  return [text, ''];
};

/** `text` within `tokens`, with a mark where it was cut. */
export const clip = (text: string, tokens: number): string => {
  const [head, rest] = splitAt(text, tokens);
  return rest ? `${head.trimEnd()}…` : head;
};
