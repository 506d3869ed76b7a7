/** The name of an address, which may contain separators, or be an address itself. */
const QUOTED_NAME = /(["'])[^"'<>]*\1\s*(?=<)/g;
const BRACKETED = /<([^<>\s]+)>/;

const readEntry = (entry: string): string[] => {
  // Split by an expression with a group, every second part is the content of brackets.
  const parts = entry.split(BRACKETED);
  return parts.flatMap((part, at) => {
    if (at % 2 === 1) return part;
    const words = part.split(/[\s,]+/).filter(Boolean);
    return at < parts.length - 1 ? words.filter((word) => /.@./.test(word)) : words;
  });
};

/** Also reads `Ada Lovelace <ada@example.com>`. Invalid entries stay in the list, so that they can be reported. */
export const readAddresses = (pasted: string): string[] => {
  const found = pasted
    .replace(QUOTED_NAME, '')
    .split(/[\n;]+/)
    .flatMap(readEntry);
  return [...new Map(found.map((one) => [one.toLowerCase(), one])).values()];
};
