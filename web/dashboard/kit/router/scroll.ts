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

/** To be called once the page of this address is in the document. */
export const scrollFor = (location: HistoryLocation): void => {
  const { keepsScroll } = location.state as ScrollState;
  const before = positions.get(keyOf(location));
  const place = location.hash && document.getElementById(location.hash.slice(1));
  if (before !== undefined) window.scrollTo({ top: before, behavior: 'instant' });
  else if (place) place.scrollIntoView({ behavior: 'instant' });
  else if (!keepsScroll) window.scrollTo({ top: 0, behavior: 'instant' });
};
