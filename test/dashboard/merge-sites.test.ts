import { describe, expect, test } from '@jest/globals';
import { type MergedPage, readMerged, type SitePosition } from '../../web/dashboard/pages/inbox/merge-sites.ts';
import type { NoteRow } from '../../web/dashboard/pages/inbox/note-list.ts';

const LIMIT = 3;

/** A site's pages, each with the ids of its notes. */
type Pages = readonly (readonly string[])[];

const listOf = (sites: Record<string, Pages>) => {
  const asked: string[] = [];
  const read = async (site_id: string, cursor: string) => {
    const at = Number(cursor || 0);
    asked.push(`${site_id}${at}`);
    const pages = sites[site_id] ?? [];
    const items = (pages[at] ?? []).map((id) => ({ id, site_id }) as NoteRow);
    return { items, next_cursor: at + 1 < pages.length ? String(at + 1) : null };
  };
  const walk = async (): Promise<MergedPage[]> => {
    const found: MergedPage[] = [];
    let positions: readonly SitePosition[] = Object.keys(sites).map((site_id) => ({ site_id, held: [], cursor: '' }));
    while (positions.length > 0) {
      const page = await readMerged(positions, LIMIT, read);
      found.push(page);
      ({ positions } = page);
    }
    return found;
  };
  return { asked, walk };
};

const idsOf = (pages: MergedPage[]) => pages.map(({ items }) => items.map(({ id }) => id).join(''));

describe('the notes of several sites', () => {
  test('are merged newest first, each once, in pages of the limit, and each page of a site is read once', async () => {
    const { asked, walk } = listOf({ a: [['9', '8', '3'], ['2']], b: [['7', '6', '5'], ['1']], c: [['4']] });
    const pages = await walk();
    expect(idsOf(pages).join('')).toBe('987654321');
    expect(idsOf(pages).every((ids) => ids.length <= LIMIT)).toBe(true);
    expect(asked.sort()).toEqual(['a0', 'a1', 'b0', 'b1', 'c0']);
    expect(pages.map(({ next_cursor }) => next_cursor)).toEqual([...pages.slice(1).map(() => 'more'), null]);
  });

  test('wait for a site whose page is empty and not its last, as its next note may be newer', async () => {
    const { walk } = listOf({ a: [[], ['9']], b: [['8', '7']] });
    const ids = idsOf(await walk());
    expect(ids[0]).toBe('');
    expect(ids.join('')).toBe('987');
  });

  test('the notes of one site are its pages', async () => {
    const { walk } = listOf({ a: [['9', '8', '7'], [], ['6']] });
    expect(idsOf(await walk())).toEqual(['987', '', '6']);
  });
});
