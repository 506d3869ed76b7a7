import { useNavigate } from '@tanstack/react-router';
import { useKeys } from '../../kit/shortcuts.ts';
import { undoLast } from '../../kit/toast.ts';
import { focusedNote, focusNote, noteAt } from './focus.ts';
import { usePeople } from './people.ts';
import { type MenuOfNotes, useTriage } from './triage.tsx';

/** `?` lists the keys; Enter is the link's. */
export const useInboxKeys = () => {
  const navigate = useNavigate();
  const { selected, select, setSelected, notesOf, act, openMenu } = useTriage();
  const { areKnown } = usePeople();
  const focusedId = () => focusedNote()?.dataset.note;
  /** The selection, else the focused note. */
  const meant = () => notesOf(selected.size > 0 ? selected : [focusedId() ?? '']);
  const resolve = () => {
    const open = meant().filter(({ status }) => status !== 'resolved');
    if (open.length > 0) act(open, { status: 'resolved' });
  };
  const choose = (what: MenuOfNotes['what']) => () => {
    const notes = meant();
    const anchor = focusedNote() ?? document.querySelector<HTMLElement>('[data-note]');
    if (notes.length > 0 && anchor) openMenu({ what, notes, anchor });
  };
  const reply = () => {
    const annotationId = focusedId();
    if (annotationId) void navigate({ to: '/inbox/$annotationId', params: { annotationId }, hash: 'reply' });
  };
  const toggle = () => {
    const id = focusedId();
    if (id) select([id], !selected.has(id));
  };
  useKeys({
    j: () => focusNote(noteAt(1)),
    k: () => focusNote(noteAt(-1)),
    e: resolve,
    s: choose('status'),
    ...(areKnown && { a: choose('assignee') }),
    r: reply,
    x: toggle,
    z: undoLast,
    Escape: () => setSelected(new Set()),
  });
};
