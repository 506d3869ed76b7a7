import { type RefObject, useEffect, useState } from 'react';
import type { NoteRow } from './note-list.ts';

/** Further down than this, what comes in on top would push away what one reads. */
const SCROLLED_PX = 80;

const isBeingRead = (element: HTMLElement | null): boolean =>
  element !== null &&
  (window.scrollY > SCROLLED_PX || element.scrollTop > SCROLLED_PX || element.matches(':hover, :focus-within'));

/**
 * Holds back notes that come in on top while somebody reads the list: they are let in by `show`, or by themselves once
 * nobody does.
 */
export const useFresh = (notes: readonly NoteRow[], element: RefObject<HTMLElement | null>) => {
  const newest = notes[0]?.id ?? '';
  const [known, setKnown] = useState(newest);
  useEffect(() => {
    if (newest > known && (known === '' || !isBeingRead(element.current))) setKnown(newest);
  }, [newest, known, element]);
  const shown = known === '' ? notes : notes.filter(({ id }) => id <= known);
  return { shown, waiting: notes.length - shown.length, show: () => setKnown(newest) };
};
