const inline = (line: string): string =>
  line
    .split(/(`[^`\n]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 2
        ? part.slice(1, -1)
        : part.replace(/\*\*([^*\n]+)\*\*/g, '$1').replace(/\[([^\]\n]+)\]\((https?:[^)\s]+)\)/g, '$1 ($2)'),
    )
    .join('');

/** Agents' Markdown for paper, without its marks. Code in fences stays as it is. */
export const plainMarkdown = (markdown: string): string =>
  markdown
    .split(/^```[^\n]*\n([\s\S]*?)^```[^\S\n]*$/m)
    .map((part, index) =>
      index % 2 === 1
        ? part.replace(/\n$/, '')
        : part
            .split('\n')
            .map((line) => inline(line.replace(/^#{1,6}\s+/, '').replace(/^(\s*)[-*+]\s+/, '$1• ')))
            .join('\n'),
    )
    .join('');
