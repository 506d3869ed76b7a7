type Kind = 'word' | 'digits' | 'sign' | 'blank' | 'pair' | 'other';

const kindOf = (code: number): Kind => {
  if (code > 0x7f) return code >= 0xd800 && code <= 0xdfff ? 'pair' : 'other';
  if (code <= 0x20) return 'blank';
  if (code >= 0x30 && code <= 0x39) return 'digits';
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? 'word' : 'sign';
};

/** The single blank before a word belongs to the word's token. */
const costOf = (kind: Kind, length: number): number => {
  switch (kind) {
    case 'word':
      return Math.ceil(length / 4);
    case 'digits':
      return Math.ceil(length / 3);
    case 'sign':
      return Math.ceil(length / 2);
    case 'blank':
      return length > 1 ? Math.ceil(length / 4) : 0;
    case 'pair':
      return Math.ceil((length * 3) / 2);
    case 'other':
      return length * 1.5;
  }
};

const fitting = (kind: Kind, length: number, left: number): number => {
  let fits = 0;
  const step = kind === 'pair' ? 2 : 1;
  while (fits + step <= length && costOf(kind, fits + step) <= left) fits += step;
  return fits;
};

/** The length at which a long run is cut, so that a scan can stop early; a multiple of every divisor above. */
const RUN = 96;

const scan = (text: string, most: number): { tokens: number; end: number } => {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const kind = kindOf(text.charCodeAt(start));
    let end = start + 1;
    const last = Math.min(text.length, start + RUN);
    while (end < last && kindOf(text.charCodeAt(end)) === kind) end += 1;
    const cost = costOf(kind, end - start);
    if (tokens + cost > most) return { tokens, end: start + fitting(kind, end - start, most - tokens) };
    tokens += cost;
    start = end;
  }
  return { tokens, end: text.length };
};

/** On the high side. Ids and URLs, which cost far more than their bytes / 4, are counted by their many short runs. */
export const estimateTokens = (text: string): number => Math.ceil(scan(text, Number.POSITIVE_INFINITY).tokens);

export const splitAt = (text: string, tokens: number): [head: string, rest: string] => {
  const { end } = scan(text, tokens);
  return [text.slice(0, end), text.slice(end)];
};

export const clip = (text: string, tokens: number): string => {
  const [head, rest] = splitAt(text, tokens);
  return rest ? `${head.trimEnd()}…` : head;
};
