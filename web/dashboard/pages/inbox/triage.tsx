import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { type Change, useNoteChanges } from './change-notes.ts';
import { notesKey } from './data.ts';
import { focusNote, noteAfter, noteAmong } from './focus.ts';
import type { NotePages, NoteRow } from './note-list.ts';
import type { InboxSearch } from './search.ts';

export interface MenuOfNotes {
  what: 'status' | 'assignee';
  notes: readonly NoteRow[];
  /** The element the menu is anchored to. */
  anchor: HTMLElement;
}

interface Triage extends ReturnType<typeof useNoteChanges> {
  search: InboxSearch;
  selected: ReadonlySet<string>;
  select: (ids: readonly string[], isSelected: boolean) => void;
  setSelected: (ids: ReadonlySet<string>) => void;
  /** The notes as in the lists now, without deleted ones. */
  notesOf: (ids: Iterable<string>) => NoteRow[];
  /** Changes them; if they leave the list, focus moves to the next one. */
  act: (notes: readonly NoteRow[], change: Change) => void;
  menu: MenuOfNotes | undefined;
  openMenu: (menu: MenuOfNotes | undefined) => void;
}

const Context = createContext<Triage | undefined>(undefined);

export const useTriage = (): Triage => {
  const triage = use(Context);
  if (!triage) throw new Error('useTriage must be used inside Triage.');
  return triage;
};

const useFindNotes = (site_id: string) => {
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  return useCallback(
    (ids: Iterable<string>) => {
      const lists = queries.getQueriesData<NotePages>({ queryKey: notesKey(workspace.id, site_id) });
      const pages = lists.flatMap(([, data]) => data?.pages ?? []);
      const known = new Map(pages.flatMap(({ items }) => items.map((note) => [note.id, note])));
      return [...ids].flatMap((id) => known.get(id) ?? []);
    },
    [queries, workspace.id, site_id],
  );
};

/** The selection on a list or board, and its bulk actions. */
export const TriageProvider = ({
  site_id,
  search,
  children,
}: {
  site_id: string;
  search: InboxSearch;
  children: ReactNode;
}) => {
  const changes = useNoteChanges();
  const { change } = changes;
  const notesOf = useFindNotes(site_id);
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
    (notes: readonly NoteRow[], wanted: Change) => {
      const ids = notes.map(({ id }) => id);
      const isLeaving = 'quarantined' in wanted || ('status' in wanted && search.status !== 'all');
      focusNote(isLeaving ? noteAfter(ids) : noteAmong(ids));
      void change(notes, wanted).then((refused) => {
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
