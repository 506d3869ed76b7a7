import type { DefaultPersona } from './default-personas.ts';
import type { StoredDimensions } from './schema.ts';

const after = (lines: readonly string[], mark: string): string => {
  const line = lines.find((one) => one.startsWith(mark));
  if (line === undefined) throw new Error(`The catalogue has no line "${mark}" in: ${lines.join(' / ')}`);
  return line.slice(mark.length).trim();
};

const toDimension = (text: string): StoredDimensions[number] => {
  const [head = '', description = '', ...rest] = text.trim().split('\n');
  const [, name = '', weight = ''] = /^(.+) \((0\.\d+)\)$/.exec(head.trim()) ?? [];
  if (!name) throw new Error(`The catalogue's dimension has no name with a weight: ${head}`);
  return {
    name,
    description: description.trim(),
    weight: Number(weight),
    anchors: { '1': after(rest, '- 1:'), '3': after(rest, '- 3:'), '5': after(rest, '- 5:') },
    evidence: after(rest, '- Quote:'),
  };
};

const toPersona = (category: string, text: string): DefaultPersona => {
  const [intro = '', ...dimensions] = text.split('\n### ');
  const [head = '', ...description] = intro.trim().split('\n');
  const [slug = '', name = '', title = ''] = head.split(' · ').map((part) => part.trim());
  if (!title) throw new Error(`The catalogue's persona needs slug, name and title: ${head}`);
  return {
    slug,
    name,
    title,
    category,
    description: description.join(' ').trim(),
    evaluation_dimensions: dimensions.map(toDimension),
  };
};

/**
 * The personas of one file of the catalog. `## slug · name · title`, a description; then for each dimension
 * `### name (weight)`, a description, the anchors `- 1:`, `- 3:`, `- 5:` and `- Quote:`. Throws for anything else.
 */
export const parseCatalogue = (category: string, text: string): DefaultPersona[] =>
  text
    .split('\n## ')
    .slice(1)
    .map((part) => toPersona(category, part));
