import { useSyncExternalStore } from 'react';
import { makeListeners } from '../../kit/listeners.ts';
import type { NoteRow } from './note-list.ts';
import type { Status } from './search.ts';

export interface Reason {
  summary?: string;
  duplicate_of?: string;
}

export interface ReasonQuestion {
  notes: readonly NoteRow[];
  status: 'resolved' | 'won_t_fix' | 'duplicate';
  /** Undefined: the notes stay open. */
  answer: (reason: Reason | undefined) => void;
  /** Called once the dialog has left the page. */
  onLeft: () => void;
}

/** A place in the tab for a reason until these notes are closed. */
export const reasonKey = (notes: readonly NoteRow[]): string => `reason.${notes.map(({ id }) => id).join('.')}`;

const { subscribe, tell } = makeListeners();
let asked: ReasonQuestion | undefined;

/** Only a reopened note keeps the one of another status. */
export const summaryIn = (status: Status, note: NoteRow): string =>
  status === 'pending' || note.status === status || (note.status === 'pending' && !note.summary_of) ? note.summary : '';

export const lacksSummary = (status: Status, note: NoteRow): boolean => summaryIn(status, note).trim() === '';

const ask = (question: Pick<ReasonQuestion, 'notes' | 'status'>): Promise<Reason | undefined> => {
  asked?.answer(undefined);
  const focused = document.activeElement;
  return new Promise((resolve) => {
    let given: Reason | undefined;
    const answer = (reason: Reason | undefined) => {
      given = reason;
      asked = undefined;
      tell();
    };
    const onLeft = () => {
      // The dialog would give it back a frame later, and the next key may be quicker.
      if (focused instanceof HTMLElement) focused.focus();
      resolve(given);
    };
    asked = { ...question, answer, onLeft };
    tell();
  });
};

/** Asks in the cases that the service warns of. An empty answer closes the notes all the same. */
export const askReason = async (notes: readonly NoteRow[], status: Status): Promise<Reason | undefined> => {
  // Nothing will be sent, and the dialog's code waits for a connection: the change fails at once instead.
  if (!navigator.onLine) return {};
  if (status === 'duplicate') return ask({ notes, status });
  const isClosing = status === 'resolved' || status === 'won_t_fix';
  return isClosing && notes.some((note) => lacksSummary(status, note)) ? ask({ notes, status }) : {};
};

export const withdrawQuestion = (): void => asked?.answer(undefined);

export const useReasonQuestion = (): ReasonQuestion | undefined => useSyncExternalStore(subscribe, () => asked);
