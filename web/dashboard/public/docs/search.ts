import MiniSearch, { type SearchResult } from 'minisearch';
import { loadCode } from '../../kit/load-code.ts';
import { addressOf, GUIDE_NAMES, loadGuide } from './guides.ts';

export interface Section {
  id: string;
  page: string;
  heading: string;
  text: string;
}

const MAX_FOUND = 8;

const sectionsOf = async (name: (typeof GUIDE_NAMES)[number]): Promise<Section[]> => {
  const { title, html } = await loadCode(() => loadGuide(name));
  const made: Section[] = [{ id: addressOf(name), page: title, heading: title, text: '' }];
  for (const element of new DOMParser().parseFromString(html, 'text/html').body.children) {
    const text = element.textContent ?? '';
    if (/^H[2-4]$/.test(element.tagName))
      made.push({ id: `${addressOf(name)}#${element.id}`, page: title, heading: text, text: '' });
    else {
      const last = made.at(-1);
      if (last) last.text += `${text}\n`;
    }
  }
  return made;
};

const index = async () => {
  const sections = (await Promise.all(GUIDE_NAMES.map(sectionsOf))).flat();
  const search = new MiniSearch<Section>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['page', 'heading', 'text'],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  });
  search.addAll(sections);
  return search;
};

let made: ReturnType<typeof index> | undefined;

/** Sections with all of these words, the best first. */
export const searchDocs = async (words: string): Promise<(SearchResult & Section)[]> => {
  made ??= index().catch((error: unknown) => {
    made = undefined;
    throw error;
  });
  const found = (await made).search(words) as (SearchResult & Section)[];
  return found.slice(0, MAX_FOUND);
};
