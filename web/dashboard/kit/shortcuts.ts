import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';

const STORED = 'sidenote.single-keys';
const OFF = 'off';
const { subscribe, tell } = makeListeners();

/** WCAG 2.1.4: speech input types letters, too. */
const areSingleKeysOn = (): boolean => localStorage.getItem(STORED) !== OFF;

export const setSingleKeys = (areOn: boolean): void => {
  if (areOn) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, OFF);
  tell();
};

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn);

/** Names of other keys are longer, such as Escape and F6. */
export const isSingleKey = (key: string): boolean => key.length === 1;

const SEQUENCE_MS = 1200;
/** The key after a prefix isn't a shortcut: `g r` navigates even on a page where `r` does something. */
const LEADER = 'g';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [role=dialog], [role=menu], [role=listbox]',
    ) !== null);

/** Asked of the page: while a confirmed request runs, its disabled buttons lose the focus. */
const isCovered = (): boolean => document.querySelector('.overlay, dialog[open]') !== null;

export const useKeys = (actions: Readonly<Record<string, () => void>>): void => {
  const before = useRef({ key: '', at: 0 });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isCovered()) return;
    if (isSingleKey(event.key) && !areSingleKeysOn()) return;
    const { key, at } = before.current;
    const isSequence = key === LEADER && event.timeStamp - at < SEQUENCE_MS;
    const action = actions[isSequence ? `${LEADER} ${event.key}` : event.key];
    before.current = { key: event.key, at: event.timeStamp };
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
};

/** ⌘K or Ctrl K, while someone types as well, but not over a dialog. */
export const useCommandKey = (open: () => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isMeant =
      event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
    if (!isMeant || isCovered()) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
};
