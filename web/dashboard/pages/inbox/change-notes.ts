import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError } from '../../../client/index.ts';
import { keepText } from '../../kit/drafts.ts';
import { forEachConcurrently } from '../../kit/for-each-concurrently.ts';
import { useIsHere } from '../../kit/here.ts';
import { isNotFound } from '../../kit/states.tsx';
import { notify, notifyError, notifyFailed } from '../../kit/toast.ts';
import { whileSaving } from '../../kit/while-saving.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { askReason, lacksSummary, type Reason, reasonKey, summaryIn } from './ask-reason.ts';
import { countsKey, type NoteListKey, notesKey, useNoteQueries } from './data.ts';
import { ALL_SITES } from './first-page.ts';
import { type LabelChange, labelsAfter, type Note, type NoteRow, placeNote, rowOf } from './note-list.ts';
import type { Status } from './search.ts';
import { useMarkRead } from './unread.ts';
import { waitOutLimit } from './wait-out-limit.ts';

export type Change =
  | ({ status: Status; summary_of?: Status } & Reason)
  | { assignee_id: string | null }
  | { quarantined: boolean }
  | { summary: string; summary_of?: Status }
  | { priority: NoteRow['priority'] }
  | { due_on: string | null }
  | LabelChange;

const AT_ONCE = 4;

interface Failure {
  note: NoteRow;
  error: unknown;
}

const changed = ({ duplicate_of, ...note }: NoteRow, change: Change): NoteRow => {
  const known = { ...note, ...(duplicate_of && !('status' in change) && { duplicate_of }) };
  if ('label' in change) return { ...known, labels: labelsAfter(note, change) };
  return 'quarantined' in change
    ? { ...known, quarantine: change.quarantined ? ['by_hand'] : null }
    : { ...known, ...('status' in change && { summary: summaryIn(change.status, note) }), ...change };
};

const backTo = (note: NoteRow, change: Change): Change => {
  const { status, assignee_id, quarantine, summary } = note;
  if ('status' in change) {
    const { duplicate_of } = note;
    return { status, ...('summary' in change && { summary }), ...(duplicate_of && { duplicate_of }) };
  }
  if ('summary' in change) return { summary };
  if ('priority' in change) return { priority: note.priority };
  if ('due_on' in change) return { due_on: note.due_on };
  if ('label' in change) return { label: change.label, isSet: note.labels.includes(change.label) };
  return 'quarantined' in change ? { quarantined: quarantine !== null } : { assignee_id };
};

const isAlready = (note: NoteRow, change: Change): boolean =>
  JSON.stringify(backTo(note, change)) === JSON.stringify(change);

/** A summary that the note has already stays. */
const withReason = (note: NoteRow, change: Change, { summary, duplicate_of }: Reason): Change => ({
  ...change,
  ...(summary !== undefined && 'status' in change && lacksSummary(change.status, note) && { summary }),
  ...(duplicate_of !== undefined && { duplicate_of }),
});

const said = (change: Change, count: number): string => {
  if ('duplicate_of' in change) return t('inbox.merged', { count });
  if ('status' in change) return t('inbox.moved', { count, status: t(`inbox.status.${change.status}`) });
  if ('quarantined' in change) return t(change.quarantined ? 'inbox.set_aside' : 'inbox.released', { count });
  if ('summary' in change) return t('inbox.outcome.saved');
  if ('priority' in change) return t('inbox.prioritized', { count, priority: t(`inbox.priority.${change.priority}`) });
  if ('due_on' in change) return t(change.due_on === null ? 'inbox.due.removed' : 'inbox.due.saved', { count });
  if ('label' in change) return t('inbox.labeled', { count });
  return t(change.assignee_id === null ? 'inbox.unassigned' : 'inbox.assigned', { count });
};

const changedHere = new Set<string>();

/** Shown at once: someone who moves a note looks for it in its new place. */
export const isChangedHere = (id: string): boolean => changedHere.has(id);

const usePatch = () => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  return useCallback(
    async (note: NoteRow, change: Change, isOneOfMany: boolean): Promise<NoteRow> => {
      const noteKey = [workspace.id, 'note', note.id];
      const get = () => service.getWidgetAnnotation({ annotation_id: note.id });
      const read = async (): Promise<NoteRow | undefined> => {
        const found = queries.fetchQuery({ queryKey: noteKey, queryFn: get, staleTime: 0, retry: false });
        return found.then(rowOf, (error: unknown) => (isNotFound(error) ? undefined : note));
      };
      const keys = [note.site_id, ALL_SITES].map((site_id) => notesKey(workspace.id, site_id));
      const place = async (placed: NoteRow | undefined) => {
        // A response already under way is older than this update. A list without data waits for its first response.
        for (const queryKey of keys) {
          await queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
          for (const query of queries.getQueryCache().findAll({ queryKey })) {
            const [, , , , , sites] = query.queryKey as NoteListKey;
            if (sites.includes(note.site_id)) placeNote(queries, query, note.id, placed);
          }
        }
      };
      changedHere.add(note.id);
      await place(changed(note, change));
      try {
        const send = async () => {
          // Others may have changed its labels since it was read, and all of them are sent.
          const body = 'label' in change ? { labels: labelsAfter(await get(), change) } : change;
          return service.patchWidgetAnnotation({ annotation_id: note.id, body });
        };
        const fresh = await (isOneOfMany ? waitOutLimit(send) : send());
        queries.setQueryData(noteKey, fresh);
        const row = rowOf(fresh);
        await place(row);
        // Both originals count their duplicates.
        const originals = new Set([note.duplicate_of, row.duplicate_of]);
        for (const original of originals.size > 1 ? originals : []) {
          if (original) void queries.invalidateQueries({ queryKey: [workspace.id, 'note', original] });
        }
        return row;
      } catch (error) {
        // Others may have changed or deleted it since it was listed, and a change without an answer may have arrived.
        const isAnswered = error instanceof ApiError;
        if (!isAnswered) await place(note);
        const placing = read().then(place);
        if (isAnswered) await placing;
        throw error;
      }
    },
    [queries, workspace.id, service],
  );
};

const useRun = () => {
  const patch = usePatch();
  const markRead = useMarkRead();
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const run = useCallback(
    async (notes: readonly NoteRow[], changeOf: (note: NoteRow) => Change) => {
      const [taken, refused]: [NoteRow[], Failure[]] = [[], []];
      setProgress({ done: 0, total: notes.length });
      const work = forEachConcurrently(notes, AT_ONCE, async (note) => {
        await patch(note, changeOf(note), notes.length > 1).then(
          (row) => taken.push(row),
          (error: unknown) => refused.push({ note, error }),
        );
        setProgress({ done: taken.length + refused.length, total: notes.length });
      });
      await whileSaving(work);
      setProgress(undefined);
      markRead.changed(notes, taken);
      void queries.invalidateQueries({ queryKey: countsKey(workspace.id) });
      return { taken, refused };
    },
    [patch, queries, workspace.id, markRead.changed],
  );
  return { run, progress };
};

interface How {
  isExplained?: boolean;
  /** Called before the first change, once it is certain that there will be one. */
  onConfirmed?: () => void;
}

interface Outcome {
  refused: readonly Failure[];
  isCanceled?: boolean;
}

export const useNoteChanges = () => {
  const { run, progress } = useRun();
  const isHere = useIsHere();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const change = useCallback(
    async (given: readonly NoteRow[], wanted: Change, { isExplained, onConfirmed }: How = {}): Promise<Outcome> => {
      const notes = given.filter((note) => !isAlready(note, wanted));
      if (notes.length === 0) return { refused: [] };
      const isAsked = 'status' in wanted && !isExplained;
      const reason = isAsked ? await askReason(notes, wanted.status) : {};
      if (!reason) {
        // Preact resets a select to its value only on a render.
        setFailures((known) => [...known]);
        return { refused: [], isCanceled: true };
      }
      onConfirmed?.();
      const before = new Map(notes.map((note) => [note.id, note]));
      const tell = (refused: readonly Failure[]) => {
        setFailures(notes.length > 1 ? refused : []);
        if (!refused[0]) return;
        if (notes.length === 1) notifyError(refused[0].error);
        // The list of failures went with the filter that was left.
        else if (!isHere()) notifyFailed(t('inbox.bulk.failed', { count: refused.length }), refused[0].error);
      };
      const changeOf = (note: NoteRow) => withReason(note, wanted, reason);
      const { taken, refused } = await run(notes, changeOf);
      tell(refused);
      if (isAsked) {
        keepText(reasonKey(notes), '');
        // The dialog shows it again for the notes that are still open.
        if (refused.length > 0) keepText(reasonKey(refused.map(({ note }) => note)), reason.summary ?? '');
      }
      const takeBack = async () => {
        const undone = await run(taken, (note) => {
          const old = before.get(note.id) ?? note;
          const back = backTo(old, changeOf(old));
          const { summary, summary_of } = old;
          const isWorded = 'status' in back || 'summary' in back;
          return isWorded ? { ...back, summary, ...(summary_of && { summary_of }) } : back;
        });
        tell(undone.refused);
      };
      if (taken.length > 0) notify(said(wanted, taken.length), takeBack);
      return { refused };
    },
    [run, isHere],
  );
  const forgetFailures = useCallback(() => setFailures([]), []);
  return { change, progress, failures, forgetFailures };
};

export const useChangeNote = (note: Note) => {
  const { change, progress } = useNoteChanges();
  const queries = useQueryClient();
  const { queryKey } = useNoteQueries().one(note.id);
  return {
    change: async (wanted: Change, how?: How): Promise<boolean> => {
      // After another change, the answer may not be rendered yet.
      const current = queries.getQueryData(queryKey) ?? note;
      return (await change([rowOf(current)], wanted, how)).refused.length === 0;
    },
    isPending: progress !== undefined,
  };
};
