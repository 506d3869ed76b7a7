/** The name of an address, which may contain separators, or be an address itself. */
const QUOTED_NAME = /(["'])[^"'<>]*\1\s*(?=<)/g;
const BRACKETED = /<([^<>\s]+)>/;
const WITH_AT = /.@|@./;
const LIKE_ADDRESS = /.@|@.|\w\.\w{2}/;

const wordsOf = (part: string) => part.split(/\s+/).filter(Boolean);

/** Words without an address are one entry: a name whose address is missing. */
const readPart = (part: string): string[] => {
  const words = wordsOf(part);
  return words.length === 0 || words.some((word) => LIKE_ADDRESS.test(word)) ? words : [words.join(' ')];
};

/** Before brackets, the last part is a name, and one word before it is its surname, unless they look like addresses. */
const readBeforeBrackets = (part: string, index: number, { length }: readonly string[]): string[] => {
  if (index === length - 1) return wordsOf(part).filter((word) => WITH_AT.test(word));
  const isSurname = index === length - 2 && wordsOf(part).length === 1 && !LIKE_ADDRESS.test(part);
  return isSurname ? [] : readPart(part);
};

const readEntry = (entry: string): string[] => {
  // Split by an expression with a group, every second text is the content of brackets.
  const texts = entry.split(BRACKETED);
  return texts.flatMap((text, at) => {
    if (at % 2 === 1) return text;
    return text.split(',').flatMap(at < texts.length - 1 ? readBeforeBrackets : readPart);
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
