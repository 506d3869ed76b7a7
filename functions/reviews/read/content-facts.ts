import type { ContentFacts } from '../rows.ts';
import { type Content, noteText, SaidCode, wordCount } from './content.ts';
import { givesOrders } from './orders.ts';

export const factsOf = (content: Content): ContentFacts => {
  const { title, text, cut, notes, pictures } = content;
  return {
    title,
    characters: text.length,
    words: wordCount(text),
    cut,
    notes: notes.map(noteText),
    note_codes: notes.map((note) => (typeof note === 'string' ? null : SaidCode.parse(note))),
    pictures: pictures.map(({ key }) => key),
    picture_elements: pictures.map(({ element }) => element),
    ...(givesOrders(content) && { gives_orders: true }),
  };
};
