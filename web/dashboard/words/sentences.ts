/** A sentence of a catalogue whose keys are English, and what stands in its places. */
interface Found {
  key: string;
  values: Record<string, string>;
}

const PLACE = /\{(\w+)\}/g;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `{count}` holds digits, any other place whatever was filled in. */
const patternOf = (key: string): RegExp => {
  const parts = key.split(PLACE).map((part, index) => {
    if (index % 2 === 0) return escaped(part);
    return part === 'count' ? `(?<${part}>\\d+)` : `(?<${part}>[^]*?)`;
  });
  return new RegExp(`^${parts.join('')}$`);
};

const findOne = (keys: readonly string[], text: string): Found | undefined => {
  if (keys.includes(text)) return { key: text, values: {} };
  for (const key of keys) {
    const groups = key.includes('{') ? patternOf(key).exec(text)?.groups : undefined;
    if (groups) return { key, values: { ...groups } };
  }
  return undefined;
};

const literal = (key: string) => key.replace(PLACE, '').length;

/** Which sentences of a catalogue a text is made of; undefined where it has others. Of two that fit, the one that leaves less open. */
export const findSentences = (catalogue: readonly string[], text: string): Found[] | undefined => {
  const keys = catalogue.toSorted((one, other) => literal(other) - literal(one));
  const find = (rest: string): Found[] | undefined => {
    const whole = findOne(keys, rest);
    if (whole) return [whole];
    for (const { index } of [...rest.matchAll(/[.!?] /g)].reverse()) {
      const first = findOne(keys, rest.slice(0, index + 1));
      const others = first && find(rest.slice(index + 2));
      if (others) return [first, ...others];
    }
    return undefined;
  };
  return find(text);
};
