import { type NoteRow, newestFirst } from './note-list.ts';

export interface SitePosition {
  site_id: string;
  /** Already read, and older than what has been shown. */
  held: readonly NoteRow[];
  /** Null after the last page. */
  cursor: string | null;
}

export interface MergedPage {
  items: NoteRow[];
  next_cursor: 'more' | null;
  positions: readonly SitePosition[];
  /** A search that may miss notes from before the service had it. */
  misses_older?: boolean;
}

type ReadPage = (site_id: string, cursor: string) => Promise<{ items: NoteRow[]; next_cursor: string | null }>;

/** Sorts after every id: a page without notes doesn't say how new the next ones are. */
const UNKNOWN = '~';

/** One page of the notes of several sites, newest first. Reads only sites that have nothing left to show. */
export const readMerged = async (
  positions: readonly SitePosition[],
  limit: number,
  read: ReadPage,
): Promise<MergedPage> => {
  const known = await Promise.all(
    positions.map(async (position): Promise<SitePosition> => {
      const { site_id, held, cursor } = position;
      if (held.length > 0 || cursor === null) return position;
      const page = await read(site_id, cursor);
      return { site_id, held: page.items, cursor: page.next_cursor };
    }),
  );
  const unread = known.filter(({ cursor }) => cursor !== null);
  const bound = unread
    .map(({ held }) => held.at(-1)?.id ?? UNKNOWN)
    .reduce((one, other) => (one > other ? one : other), '');
  const items = known
    .flatMap(({ held }) => held.filter(({ id }) => id >= bound))
    .sort(newestFirst)
    .slice(0, limit);
  const shown = new Set(items);
  const next = known
    .map((position) => ({ ...position, held: position.held.filter((note) => !shown.has(note)) }))
    .filter(({ held, cursor }) => held.length > 0 || cursor !== null);
  return { items, next_cursor: next.length > 0 ? 'more' : null, positions: next };
};
