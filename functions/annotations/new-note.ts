import type { AnnotationRow } from './rows.ts';

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

interface Written {
  body: string;
  page_url: string;
  kind: AnnotationRow['submitter']['kind'];
  name: string;
  email: string | null;
  identity?: AnnotationRow['submitter']['identity'];
}

/** A new note's texts as its row has them, cut to the row's bytes. */
export const shownInLists = ({
  body,
  page_url,
  kind,
  name,
  email,
  identity,
}: Written): Pick<AnnotationRow, 'excerpt' | 'page_url' | 'submitter'> => ({
  excerpt: cut(body, 300, 310),
  page_url: cut(page_url, 100, 100),
  submitter: { kind, name: cut(name, 32, 32), has_email: email !== null, ...(identity && { identity }) },
});
