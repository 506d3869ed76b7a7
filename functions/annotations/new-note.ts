import type { CapturedContext } from './context-schema.ts';
import { type AnnotationRow, MAX_SHOWN_NAME, MAX_SHOWN_URL } from './rows.ts';

const EXCERPT = { units: 300, bytes: 310 } as const;

const cut = (text: string, units: number, bytes: number): string => {
  if (text.length <= units && Buffer.byteLength(text) <= bytes) return text;
  let kept = '';
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (kept.length + character.length > units || size > bytes) break;
    kept += character;
  }
  return kept;
};

const nameInLists = (name: string): string => {
  const kept = cut(name, MAX_SHOWN_NAME, MAX_SHOWN_NAME);
  return kept === name ? name : `${cut(name, MAX_SHOWN_NAME - 1, MAX_SHOWN_NAME - 3).trimEnd()}…`;
};

/** Enough to tell two notes of a list apart. */
const elementOf = ({ anchor: { tag, name, text } }: CapturedContext): string =>
  cut([tag, name || text].filter(Boolean).join(' '), 48, 48);

/** As lists hold the address of a note's page. */
export const shownUrl = (page_url: string): string => cut(page_url, MAX_SHOWN_URL, MAX_SHOWN_URL);

const isUncut = (text: string, units: number, bytes: number): boolean =>
  text.length < units - 1 && Buffer.byteLength(text) < bytes - 3;

/** Nothing has happened on the note, and its row has all of it but the picture: a document needs no other row. */
export const isAllInRow = (row: AnnotationRow): boolean =>
  row.updated_at === row.created_at &&
  !row.has_more &&
  isUncut(row.excerpt, EXCERPT.units, EXCERPT.bytes) &&
  isUncut(row.page_url, MAX_SHOWN_URL, MAX_SHOWN_URL) &&
  isUncut(row.submitter.name, MAX_SHOWN_NAME, MAX_SHOWN_NAME) &&
  !row.submitter.name.endsWith('…');

interface Written {
  body: string;
  captured: CapturedContext;
  kind: AnnotationRow['submitter']['kind'];
  name: string;
  email: string | null;
  identity?: AnnotationRow['submitter']['identity'];
}

export const textsInLists = ({ body, captured }: Pick<Written, 'body' | 'captured'>) => {
  const element = elementOf(captured);
  return {
    excerpt: cut(body, EXCERPT.units, EXCERPT.bytes),
    page_url: shownUrl(captured.page.url),
    ...(element && { element }),
  };
};

/** A new note's texts as its row has them, cut to the row's bytes. */
export const shownInLists = ({
  kind,
  name,
  email,
  identity,
  ...texts
}: Written): ReturnType<typeof textsInLists> & Pick<AnnotationRow, 'submitter'> => ({
  ...textsInLists(texts),
  submitter: { kind, name: nameInLists(name), has_email: email !== null, ...(identity && { identity }) },
});
