const NOTE = '[data-note]';

/** The id of the note that keys led to last: after a look at it one goes on from there. */
let last = '';

const allNotes = () => [...document.querySelectorAll<HTMLElement>(NOTE)];

/** The ids of the notes that are shown, from top to bottom. */
export const shownNotes = (): string[] => allNotes().flatMap(({ dataset }) => dataset.note ?? []);

/** The note, in a list or on the board, that the focus is in. */
export const focusedNote = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>(NOTE) ?? undefined;

/** A row's link, else the card itself. */
export const focusNote = (note: HTMLElement | undefined): void => {
  last = note?.dataset.note ?? last;
  const target = note?.hasAttribute('tabindex') ? note : note?.querySelector<HTMLElement>('a');
  target?.focus();
};

/** So many notes further than the one that has the focus; without one, where one was last, or the first. */
export const noteAt = (by: number): HTMLElement | undefined => {
  const all = allNotes();
  const focused = focusedNote();
  if (!focused) return all.find(({ dataset }) => dataset.note === last) ?? all[0];
  return all[Math.min(all.length - 1, Math.max(0, all.indexOf(focused) + by))];
};

/** Which of them one is at: the note with the focus, or the first while one is at what changes all of them. */
export const noteAmong = (ids: readonly string[]): HTMLElement | undefined => {
  if (document.activeElement?.closest('[data-bulk]'))
    return allNotes().find(({ dataset }) => ids.includes(dataset.note ?? ''));
  const focused = focusedNote();
  return ids.includes(focused?.dataset.note ?? '') ? focused : undefined;
};

/** Where to go on once these have left: the next that stays, else the one before. Undefined where one is elsewhere. */
export const noteAfter = (ids: readonly string[]): HTMLElement | undefined => {
  const start = noteAmong(ids);
  if (!start) return undefined;
  const all = allNotes();
  const at = all.indexOf(start);
  return [...all.slice(at), ...all.slice(0, at).reverse()].find(({ dataset }) => !ids.includes(dataset.note ?? ''));
};
