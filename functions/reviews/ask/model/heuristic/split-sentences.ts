const MAX_SENTENCE = 1200;
const ABBREVIATED =
  /(?:^|[\s(“"„])(?:[A-Za-z]|Mr|Mrs|Ms|Dr|Prof|St|Nr|No|vs|etc|e\.g|i\.e|z\.B|d\.h|u\.a|bzw|ca|approx|Inc|Ltd|Co|Abs|Art|Str|Tel|Fig|p\.a|a\.m|p\.m|U\.S)\.$/;
const END = /(?<![.!?…])[.!?…]+["'”’)\]*_]*(?=\s)|[。！？]|\n/g;
const SHORT_LINE = 60;

const endsHere = (text: string, from: number, at: number, mark: string): boolean => {
  const rest = text.slice(at + mark.length, at + mark.length + 12).trimStart();
  if (mark === '\n') {
    if (/^(?:[-*•–▪◦]|\d{1,3}[.)])\s/.test(rest)) return true;
    return at - from <= SHORT_LINE && /^[\p{Lu}\p{N}|]/u.test(rest);
  }
  if (mark === '.' && ABBREVIATED.test(text.slice(Math.max(from, at - 8), at + 1))) return false;
  if (mark === '.' && /(?:^|\s)\d{1,2}\.$/.test(text.slice(Math.max(from, at - 3), at + 1))) return false;
  return !/^\p{Ll}/u.test(rest);
};

const pieces = function* (sentence: string): Generator<string> {
  let rest = sentence;
  while (rest.length > MAX_SENTENCE) {
    const space = rest.slice(0, MAX_SENTENCE).search(/\s\S*$/);
    const at = space > MAX_SENTENCE / 2 ? space : MAX_SENTENCE;
    yield rest.slice(0, at).trim();
    rest = rest.slice(at);
  }
  yield rest.trim();
};

/**
 * Sentences of a block, each a verbatim part of it. A line break ends one where the line is short or the next is an
 * item; what has no end is cut, so that no later expression meets a text of any length.
 */
export const splitSentences = (block: string): string[] => {
  const found: string[] = [];
  let from = 0;
  for (const match of block.matchAll(END)) {
    const [mark] = match;
    if (!endsHere(block, from, match.index, mark)) continue;
    const end = match.index + mark.length;
    found.push(...pieces(block.slice(from, end)));
    from = end;
  }
  found.push(...pieces(block.slice(from)));
  return found.filter((sentence) => sentence !== '');
};
