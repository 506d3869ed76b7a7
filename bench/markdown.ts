/** A table whose columns after the first are aligned as numbers, unless they have text. */
export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  others: '---:' | '---' = '---:',
): string =>
  [head, head.map((_, column) => (column === 0 ? '---' : others)), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
