const NOTE = '[data-note]';

let last = '';

const allNotes = () => [...document.querySelectorAll<HTMLElement>(NOTE)];

export const shownNotes = (): string[] => allNotes().flatMap(({ dataset }) => dataset.note ?? []);

export const focusedNote = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>(NOTE) ?? undefined;

export const focusNote = (note: HTMLElement | undefined): void => {
  last = note?.dataset.note ?? last;
  const target = note?.hasAttribute('tabindex') ? note : note?.querySelector<HTMLElement>('a');
  target?.focus();
};

export const noteAt = (by: number): HTMLElement | undefined => {
  const all = allNotes();
  const focused = focusedNote();
  if (!focused) return all.find(({ dataset }) => dataset.note === last) ?? all[0];
  return all[Math.min(all.length - 1, Math.max(0, all.indexOf(focused) + by))];
};

export const noteWith = (ids: readonly string[]): HTMLElement | undefined =>
  allNotes().find(({ dataset }) => ids.includes(dataset.note ?? ''));

/** The current note: the focused one, or the first one while focus is in the bulk bar. */
export const noteAmong = (ids: readonly string[]): HTMLElement | undefined => {
  if (document.activeElement?.closest('[data-bulk]')) return noteWith(ids);
  const focused = focusedNote();
  return ids.includes(focused?.dataset.note ?? '') ? focused : undefined;
};

export const noteAfter = (ids: readonly string[]): HTMLElement | undefined => {
  const start = noteAmong(ids);
  if (!start) return undefined;
  const all = allNotes();
  const at = all.indexOf(start);
  return [...all.slice(at), ...all.slice(0, at).reverse()].find(({ dataset }) => !ids.includes(dataset.note ?? ''));
};
