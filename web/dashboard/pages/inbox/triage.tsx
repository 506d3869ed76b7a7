import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { navigate } from '../../kit/router/router.ts';
import { useKeys } from '../../kit/shortcuts.ts';
import { undoLast } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { useReasonQuestion } from './ask-reason.ts';
import { type Change, useNoteChanges } from './change-notes.ts';
import { notesKey, usePeople } from './data.ts';
import { focusedNote, focusNote, isTyping, noteAfter, noteAmong, noteAt, noteWith, shownListWith } from './focus.ts';
import { rememberList } from './note/list-position.ts';
import { loadedNotes, type NoteRow, newestById } from './note-list.ts';
import type { InboxSearch } from './search.ts';

export interface MenuOfNotes {
  what: 'status' | 'assignee';
  notes: readonly NoteRow[];
  anchor: HTMLElement;
}

export interface Triage extends ReturnType<typeof useNoteChanges> {
  search: InboxSearch;
  selected: ReadonlySet<string>;
  select: (ids: readonly string[], isSelected: boolean) => void;
  setSelected: (ids: ReadonlySet<string>) => void;
  notesOf: (ids: Iterable<string>) => NoteRow[];
  /** Focus follows notes that were dropped elsewhere. */
  act: (notes: readonly NoteRow[], change: Change, how?: { isDropped: boolean }) => void;
  menu: MenuOfNotes | undefined;
  openMenu: (menu: MenuOfNotes | undefined) => void;
}

const Context = createContext<Triage | undefined>(undefined);

export const useTriage = (): Triage => {
  const triage = use(Context);
  if (!triage) throw new Error('useTriage must be used inside Triage.');
  return triage;
};

/** Bulk actions never affect notes that aren't visible. */
export const useSelectionWithin = (notes: readonly NoteRow[] | undefined) => {
  const { selected, select } = useTriage();
  useEffect(() => {
    if (selected.size === 0) return;
    const ids = new Set(notes?.map(({ id }) => id));
    const gone = [...selected].filter((id) => !ids.has(id));
    if (gone.length > 0) select(gone, false);
  }, [notes, selected, select]);
};

interface ProviderProps {
  site_id: string;
  search: InboxSearch;
  children: ReactNode;
}

export const TriageProvider = ({ site_id, search, children }: ProviderProps) => {
  const changes = useNoteChanges();
  const { change } = changes;
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const notesOf = useCallback(
    (ids: Iterable<string>) => {
      const known = newestById(loadedNotes(queries, notesKey(workspace.id, site_id)));
      return [...ids].flatMap((id) => known.get(id) ?? []);
    },
    [queries, workspace.id, site_id],
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [menu, openMenu] = useState<MenuOfNotes>();
  const select = useCallback((ids: readonly string[], isSelected: boolean) => {
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const act = useCallback(
    (notes: readonly NoteRow[], wanted: Change, { isDropped = false } = {}) => {
      const ids = notes.map(({ id }) => id);
      const isLeaving = 'quarantined' in wanted || ('status' in wanted && search.status !== 'all');
      const moveFocus = () => focusNote(isLeaving ? noteAfter(ids) : noteAmong(ids));
      void change(notes, wanted, { onConfirmed: moveFocus }).then(({ refused, isCanceled }) => {
        if (isCanceled) return;
        if (isDropped && !isTyping()) focusNote(noteWith(ids));
        select(ids, false);
        const left = refused.map(({ note }) => note.id);
        if (ids.length > 1) select(left, true);
      });
    },
    [change, select, search.status],
  );
  const triage = { ...changes, search, selected, select, setSelected, notesOf, act, menu, openMenu };
  return <Context value={triage}>{children}</Context>;
};

export const useInboxKeys = () => {
  const { search, selected, select, setSelected, notesOf, act, openMenu } = useTriage();
  const { areKnown } = usePeople();
  const focusedId = () => focusedNote()?.dataset.note;
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
    if (!annotationId) return;
    rememberList(search, shownListWith(annotationId)?.ids.map((id) => ({ id })) ?? []);
    void navigate({ to: '/inbox/$annotationId', params: { annotationId }, hash: 'reply' });
  };
  const toggle = () => {
    const id = focusedId();
    if (id) select([id], !selected.has(id));
  };
  const question = useReasonQuestion();
  const keys = {
    j: () => focusNote(noteAt(1)),
    k: () => focusNote(noteAt(-1)),
    e: resolve,
    s: choose('status'),
    ...(areKnown && { a: choose('assignee') }),
    r: reply,
    x: toggle,
    z: undoLast,
    Escape: () => setSelected(new Set()),
  };
  useKeys(question ? {} : keys);
};
