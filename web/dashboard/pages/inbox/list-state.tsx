import { ArrowUp } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { lazyComponent } from '../../kit/lazy-component.tsx';
import { t } from '../../words/messages.ts';
import { isChangedHere } from './change-notes.ts';
import type { NoteRow } from './note-list.ts';

/** Scrolled further than this, new notes on top would push the content away. */
const SCROLLED_PX = 80;

const isBeingRead = (element: HTMLElement | null): boolean =>
  element !== null &&
  (window.scrollY > SCROLLED_PX || element.scrollTop > SCROLLED_PX || element.matches(':hover, :focus-within'));

/** Notes that arrive on top are held back while someone reads; `show` or moving away from the list lets them in. */
export const useNewNotes = (notes: readonly NoteRow[], element: RefObject<HTMLElement | null>) => {
  const newest = notes.reduce((last, { id }) => (id > last ? id : last), '');
  const [known, setKnown] = useState(newest);
  useEffect(() => {
    if (newest > known && (known === '' || !isBeingRead(element.current))) setKnown(newest);
  }, [newest, known, element]);
  const shown = useMemo(
    () => (known === '' ? notes : notes.filter(({ id }) => id <= known || isChangedHere(id))),
    [notes, known],
  );
  const show = () => {
    setKnown(newest);
    const { current } = element;
    current?.scrollTo({ top: 0 });
    if (current && current.getBoundingClientRect().top < 0) current.scrollIntoView();
  };
  return { shown, waiting: notes.length - shown.length, show };
};

export const NewNotesButton = ({ waiting, onShow }: { waiting: number; onShow: () => void }) => (
  <div role="status" className="fresh">
    {waiting > 0 && (
      <Button look="primary" icon={ArrowUp} onClick={onShow}>
        {t('inbox.fresh', { count: waiting })}
      </Button>
    )}
  </div>
);

export const SearchProgress = lazyComponent(async () => (await import('./search-progress.tsx')).SearchProgress, null);
export const Nothing = lazyComponent(async () => (await import('./nothing.tsx')).Nothing, null);
