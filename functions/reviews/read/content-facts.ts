import type { ContentFacts } from '../rows.ts';
import { type Content, noteText, SaidCode } from './content.ts';

/** What a review's row tells of content that was read. */
export const factsOf = ({ title, text, cut, notes, pictures }: Content): ContentFacts => ({
  title,
  characters: text.length,
  words: text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0,
  cut,
  notes: notes.map(noteText),
  note_codes: notes.map((note) => (typeof note === 'string' ? null : SaidCode.parse(note))),
  pictures: pictures.map(({ key }) => key),
});
