/** Lists mount only what is near the window, so their order is known here and not from the page. */
export interface ShownList {
  ids: readonly string[];
  mount: (id: string) => void;
}

const lists = new WeakMap<Element, ShownList>();
let last = '';

export const registerList = (element: Element, list: ShownList): void => {
  lists.set(element, list);
};

const shownLists = () => [...document.querySelectorAll('[data-notes]')].flatMap((one) => lists.get(one) ?? []);

export const shownListWith = (id: string): ShownList | undefined => shownLists().find(({ ids }) => ids.includes(id));

export const shownNotes = (): string[] => shownLists().flatMap(({ ids }) => ids);

export const focusedNote = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-note]') ?? undefined;

const focusedId = () => focusedNote()?.dataset.note ?? '';

const mounted = (id: string) => document.querySelector<HTMLElement>(`[data-note="${CSS.escape(id)}"]`);

/** On a note that takes the focus meanwhile, further letters would be shortcuts. */
export const isTyping = (): boolean =>
  document.activeElement?.matches('input:not([type="checkbox"]), textarea, select') ?? false;

export const focusNote = (id: string | undefined): void => {
  if (id === undefined) return;
  last = id;
  if (!mounted(id)) shownListWith(id)?.mount(id);
  mounted(id)?.querySelector('a')?.focus();
};

const clamped = (ids: readonly string[], at: number) => ids[Math.min(ids.length - 1, Math.max(0, at))];

export const noteAt = (by: number): string | undefined => {
  const all = shownNotes();
  const at = all.indexOf(focusedId());
  if (at < 0) return all.includes(last) ? last : all[0];
  return clamped(all, at + by);
};

const STEPS: Readonly<Record<string, readonly [columns: number, cards: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The card that an arrow key leads to; empty columns are skipped. */
export const noteBeside = (key: string): string | undefined => {
  const step = STEPS[key];
  if (!step) return undefined;
  const columns = shownLists().flatMap(({ ids }) => (ids.length > 0 ? [ids] : []));
  const from = columns.findIndex((ids) => ids.includes(focusedId()));
  const column = columns[from + step[0]];
  return column && clamped(column, (columns[from]?.indexOf(focusedId()) ?? 0) + step[1]);
};

export const noteWith = (ids: readonly string[]): string | undefined => shownNotes().find((id) => ids.includes(id));

/** The current note: the focused one, or the first one while focus is in the bulk bar. */
export const noteAmong = (ids: readonly string[]): string | undefined => {
  if (document.activeElement?.closest('[data-bulk]')) return noteWith(ids);
  return ids.includes(focusedId()) ? focusedId() : undefined;
};

export const noteAfter = (ids: readonly string[]): string | undefined => {
  const start = noteAmong(ids);
  if (start === undefined) return undefined;
  const all = shownNotes();
  const at = all.indexOf(start);
  return [...all.slice(at), ...all.slice(0, at).reverse()].find((id) => !ids.includes(id));
};
