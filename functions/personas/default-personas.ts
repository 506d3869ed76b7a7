import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { derivedId } from '../kit/ids.ts';
import { Needs, type PersonaRow, type StoredDimensions } from './schema.ts';

const after = (lines: readonly string[], mark: string): string => {
  const line = lines.find((one) => one.startsWith(mark));
  if (line === undefined) throw new Error(`The catalog has no line "${mark}" in: ${lines.join(' / ')}`);
  return line.slice(mark.length).trim();
};

const NEEDS = '- Needs:';

const needsOf = (lines: readonly string[]): { needs?: Needs } => {
  if (!lines.some((line) => line.startsWith(NEEDS))) return {};
  const word = after(lines, NEEDS);
  const { data, success } = Needs.safeParse(word);
  if (!success) throw new Error(`The catalog has no content to need called "${word}"`);
  return { needs: data };
};

const RULES = '- Rules:';

const rulesOf = (lines: readonly string[]): { rules?: string[] } =>
  lines.some((line) => line.startsWith(RULES)) ? { rules: after(lines, RULES).split(' ') } : {};

const toDimension = (text: string): StoredDimensions[number] => {
  const [head = '', description = '', ...rest] = text.trim().split('\n');
  const [, name = '', weight = ''] = /^(.+) \((0\.\d+)\)$/.exec(head.trim()) ?? [];
  if (!name) throw new Error(`The catalog's dimension has no name with a weight: ${head}`);
  return {
    name,
    description: description.trim(),
    weight: Number(weight),
    anchors: { '1': after(rest, '- 1:'), '3': after(rest, '- 3:'), '5': after(rest, '- 5:') },
    evidence: after(rest, '- Quote:'),
    ...needsOf(rest),
    ...rulesOf(rest),
  };
};

const toPersona = (category: string, text: string): DefaultPersona => {
  const [intro = '', ...dimensions] = text.split('\n### ');
  const [head = '', ...description] = intro.trim().split('\n');
  const [slug = '', name = '', title = ''] = head.split(' · ').map((part) => part.trim());
  if (!title) throw new Error(`The catalog's persona needs slug, name and title: ${head}`);
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
 * `## slug · name · title`, a description; then for each dimension `### name (weight)`, a description, the anchors `-
 * 1:`, `- 3:`, `- 5:` and `- Quote:`, `- Needs:` if words alone can't show it, `- Asks:`, its question in few words, which
 * only tests read, and `- Rules:`, the rules of `functions/facts` that it cares about, if any. Throws if anything else
 * is missing.
 */
export const parseCatalog = (category: string, text: string): DefaultPersona[] =>
  text
    .split('\n## ')
    .slice(1)
    .map((part) => toPersona(category, part));

/** Raise it with every change of the catalog's texts, so that a workspace's changed default knows its original. */
export const CATALOG_VERSION = 4;

export type DefaultPersona = Pick<
  PersonaRow,
  'name' | 'title' | 'category' | 'description' | 'evaluation_dimensions'
> & { slug: string };

let loaded: readonly DefaultPersona[] | undefined;

export const defaultPersonas = (): readonly DefaultPersona[] => {
  const folder = join(import.meta.dirname, 'catalog');
  loaded ??= readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .flatMap((file) => parseCatalog(file.replace(/\.md$/, ''), readFileSync(join(folder, file), 'utf8')));
  return loaded;
};

/** Stays the same when the workspace changes it. */
export const defaultPersonaId = (workspace_id: string, slug: string): string =>
  derivedId('persona', workspace_id, slug);
