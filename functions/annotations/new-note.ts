import type { CapturedContext } from './context-schema.ts';
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

/** Enough to tell two notes of a list apart. */
const elementOf = ({ anchor: { tag, name, text } }: CapturedContext): string =>
  cut([tag, name || text].filter(Boolean).join(' '), 48, 48);

/** As lists hold the address of a note's page. */
export const shownUrl = (page_url: string): string => cut(page_url, 100, 100);

interface Written {
  body: string;
  captured: CapturedContext;
  kind: AnnotationRow['submitter']['kind'];
  name: string;
  email: string | null;
  identity?: AnnotationRow['submitter']['identity'];
}

/** A new note's texts as its row has them, cut to the row's bytes. */
export const shownInLists = ({
  body,
  captured,
  kind,
  name,
  email,
  identity,
}: Written): Pick<AnnotationRow, 'excerpt' | 'page_url' | 'submitter'> & { element?: string } => {
  const element = elementOf(captured);
  return {
    excerpt: cut(body, 300, 310),
    page_url: shownUrl(captured.page.url),
    ...(element && { element }),
    submitter: { kind, name: cut(name, 32, 32), has_email: email !== null, ...(identity && { identity }) },
  };
};
