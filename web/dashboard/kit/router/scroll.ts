import type { HistoryLocation } from '@tanstack/history';
import { keepStored, readStored } from '../stored.ts';

const KEPT = 'sidenote.scroll';
const MAX_KEPT = 100;

/** By the keys of the history's entries; a new entry has none. */
const positions = new Map<string, number>(readStored<[string, number][]>(KEPT) ?? []);

export interface ScrollState {
  keepsScroll?: boolean;
}

const keyOf = ({ state }: HistoryLocation) => state.key ?? '';

export const keepScroll = (location: HistoryLocation): void => {
  positions.set(keyOf(location), window.scrollY);
};

/** Instead of the browser's own restoration, which comes before the page does. */
export const startScrolling = (shown: () => HistoryLocation): void => {
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => {
    keepScroll(shown());
    keepStored(KEPT, JSON.stringify([...positions].slice(-MAX_KEPT)));
  });
};

const BY_PERSON = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

let returning: AbortController | undefined;

/** While its placeholder is replaced, a page is shorter for a moment, and the browser loses the position. */
const isLoading = () => document.querySelector('.skeleton') !== null;

/** The page may not be as tall yet as it was, so this follows its growth until a person does something. */
const returnTo = (top: number): void => {
  const attempt = new AbortController();
  const { signal } = attempt;
  const stop = () => attempt.abort();
  const isThere = () => window.scrollY >= top - 1;
  const scroll = () => window.scrollTo({ top, behavior: 'instant' });
  const follow = () => {
    // Beyond it, the browser has kept the content in its place.
    if (!isThere()) scroll();
    if (isThere() && !isLoading()) stop();
  };
  scroll();
  follow();
  if (signal.aborted) return;
  returning = attempt;
  const growth = new ResizeObserver(follow);
  growth.observe(document.body);
  signal.addEventListener('abort', () => growth.disconnect());
  for (const event of BY_PERSON) window.addEventListener(event, stop, { signal, capture: true, passive: true });
};

/** To be called once the page of this address is in the document. */
export const scrollFor = (location: HistoryLocation): void => {
  returning?.abort();
  const { keepsScroll } = location.state as ScrollState;
  const before = positions.get(keyOf(location));
  const place = location.hash && document.getElementById(location.hash.slice(1));
  if (before !== undefined) returnTo(before);
  else if (place) place.scrollIntoView({ behavior: 'instant' });
  else if (!keepsScroll) window.scrollTo({ top: 0, behavior: 'instant' });
};
