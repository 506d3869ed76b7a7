import { SaidCode } from '../../codes/said-code.ts';
import type { ContentSize } from '../rows.ts';
import { type Content, wordCount } from './content.ts';

/** Patterns for orders are as much code as an area: only content that comes with its request needs them there. */
export const sizeOfContent = async (content: Content): Promise<ContentSize> => {
  const { givesOrders } = await import('./orders.ts');
  const { title, text, cut, notes, pictures } = content;
  return {
    title,
    characters: text.length,
    words: wordCount(text),
    cut,
    notes: notes.map((note) => note.text),
    note_codes: notes.map((note) => SaidCode.parse(note)),
    pictures: pictures.map(({ key }) => key),
    picture_elements: pictures.map(({ element }) => element),
    picture_sizes: pictures.map(({ width = 0, height = 0 }) => [width, height]),
    ...(givesOrders(content) && { gives_orders: true }),
  };
};
