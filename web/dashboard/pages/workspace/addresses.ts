/**
 * The addresses in what somebody pasted: one to a line, or between commas, semicolons and spaces, also as
 * `Ada Lovelace <ada@example.com>`. What is no address stays in the list, so that it can be told; each once, case aside.
 */
export const readAddresses = (pasted: string): string[] => {
  const parts = pasted
    .split(/[\n,;]+/)
    .flatMap((part) => /<([^<>\s]+)>/.exec(part)?.[1] ?? part.split(/\s+/))
    .filter(Boolean);
  const byCase = new Map(parts.map((part) => [part.toLowerCase(), part]));
  return [...byCase.values()];
};
