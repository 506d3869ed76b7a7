/**
 * The addresses in a pasted list, separated by lines, commas, semicolons or spaces, also as `Ada Lovelace <ada@example.com>`.
 * Invalid entries stay in the list, so that they can be reported. Duplicates are dropped, ignoring case.
 */
export const readAddresses = (pasted: string): string[] => {
  const parts = pasted
    .split(/[\n,;]+/)
    .flatMap((part) => /<([^<>\s]+)>/.exec(part)?.[1] ?? part.split(/\s+/))
    .filter(Boolean);
  const byCase = new Map(parts.map((part) => [part.toLowerCase(), part]));
  return [...byCase.values()];
};
