import { said } from '../../codes/said.ts';
import { type Content, contentOf } from './content.ts';
import type { Extracted, Source } from './extract/extract.ts';
import { Passing, Unreadable } from './extract/reading.ts';
import type { fetchPage } from './fetch-page.ts';

export interface PageNeeds {
  fetchPage: typeof fetchPage;
  extract: (source: Source) => Promise<Extracted>;
}

export const readPage = async (
  needs: PageNeeds,
  url: string,
  limits: Parameters<typeof fetchPage>[1] = {},
): Promise<Content> => {
  const page = await needs.fetchPage(url, limits);
  if (!page.ok && page.reason === 'busy') throw new Passing(page.said.text);
  if (!page.ok) throw new Unreadable(page.said);
  const { reading } = await needs.extract({ kind: 'page', text: page.text, type: page.content_type, url: page.url });
  if (!reading) throw new Error('A page was to be read, and none came of it.');
  const notes = page.truncated ? [said('page_cut')] : [];
  return contentOf('site', { ...reading, notes: [...reading.notes, ...notes] });
};
