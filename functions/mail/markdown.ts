import { escapeHtml } from './layout.ts';

const CODE = 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px';

/** On text that is escaped already; an address stays text. */
const inline = (text: string): string =>
  escapeHtml(text)
    .split(/(`[^`\n]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 2
        ? `<code style="${CODE}">${part.slice(1, -1)}</code>`
        : part.replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>'),
    )
    .join('');

const block = (text: string): string => {
  const lines = text.split('\n');
  const items = lines.map((line) => /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/.exec(line));
  if (items.every((item) => item !== null)) {
    const first = items.every(([, number]) => number !== undefined) ? items[0]?.[1] : undefined;
    const [tag, start] = first === undefined ? ['ul', ''] : ['ol', ` start="${first}"`];
    const content = items.map(([, , item = '']) => `<li>${inline(item)}</li>`).join('');
    return `<${tag}${start} style="margin:0 0 12px;padding:0 0 0 20px">${content}</${tag}>`;
  }
  const heading = lines.length === 1 ? /^#{1,6}\s+(.*)$/.exec(text)?.[1] : undefined;
  if (heading !== undefined) return `<p style="margin:0 0 12px"><strong>${inline(heading)}</strong></p>`;
  return `<p style="margin:0 0 12px">${lines.map(inline).join('<br>')}</p>`;
};

const fence = (text: string) =>
  `<pre class="box" style="margin:0 0 12px;padding:12px;border-radius:8px;white-space:pre-wrap;word-break:break-word;${CODE}">${escapeHtml(text.replace(/\n$/, ''))}</pre>`;

export const renderMarkdown = (markdown: string): string =>
  markdown
    .split(/^```[^\n]*\n([\s\S]*?)^```[^\S\n]*$/m)
    .map((part, index) => {
      if (index % 2 === 1) return fence(part);
      const blocks = part.split(/\n\s*\n/).map((text) => text.replace(/^\n+|\s+$/g, ''));
      return blocks.filter(Boolean).map(block).join('');
    })
    .join('');
