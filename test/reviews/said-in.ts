import mammoth from 'mammoth';
import { contentFile, DOCUMENTS } from './documents.ts';

/** Letters and figures only: what no typesetting changes. */
export const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The text of a document in test/content, read in other ways than the service does: with attributes, and without. */
export const saidIn = async (name: string): Promise<string[]> => {
  const file = name.replace(/^site /, '').replace(/^leaflet\.pdf$/, 'sources/leaflet.html');
  const heard = DOCUMENTS.find((one) => one.file === file)?.transcript;
  if (file.endsWith('.docx')) return [bare((await mammoth.extractRawText({ buffer: await contentFile(file) })).value)];
  const text = String(await contentFile(heard?.file ?? file)).replaceAll('&amp;', '&');
  const cues = text.replace(/^.*-->.*$|^\d+$/gm, '').replace(/<v ([^>]+)>/g, '$1: ');
  const seen = text.replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ');
  return [text, seen, cues, cues.replace(/^[^:\n]+: /gm, '')].map(bare);
};
