import { type RefObject, useEffect, useState } from 'react';
import type { NoteRow } from './note-list.ts';

/** Scrolled further than this, new notes on top would push the content away. */
const SCROLLED_PX = 80;

const isBeingRead = (element: HTMLElement | null): boolean =>
  element !== null &&
  (window.scrollY > SCROLLED_PX || element.scrollTop > SCROLLED_PX || element.matches(':hover, :focus-within'));

/** Holds back notes that arrive on top while someone reads the list. `show` lets them in, and so does moving away from the list. */
export const useNewNotes = (notes: readonly NoteRow[], element: RefObject<HTMLElement | null>) => {
  const newest = notes[0]?.id ?? '';
  const [known, setKnown] = useState(newest);
  useEffect(() => {
    if (newest > known && (known === '' || !isBeingRead(element.current))) setKnown(newest);
  }, [newest, known, element]);
  const shown = known === '' ? notes : notes.filter(({ id }) => id <= known);
  return { shown, waiting: notes.length - shown.length, show: () => setKnown(newest) };
};
