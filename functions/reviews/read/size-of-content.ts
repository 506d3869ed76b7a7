import type { ContentSize } from '../rows.ts';
import { type Content, noteText, SaidCode, wordCount } from './content.ts';
import { givesOrders } from './orders.ts';

export const sizeOfContent = (content: Content): ContentSize => {
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
    picture_sizes: pictures.map(({ width = 0, height = 0 }) => [width, height]),
    ...(givesOrders(content) && { gives_orders: true }),
  };
};
