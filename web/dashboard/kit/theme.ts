import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED = 'sidenote.theme';
const { subscribe, tell } = makeListeners();

const isTheme = (text: string | null): text is Theme => THEMES.some((theme) => theme === text);

const stored = (): Theme => {
  const text = localStorage.getItem(STORED);
  return isTheme(text) ? text : 'system';
};

const apply = (theme: Theme) => {
  document.documentElement.dataset.theme = theme;
};

/** Every color is a light-dark() pair, so a theme is one property on the root. */
export const startTheme = (): void => apply(stored());

export const setTheme = (theme: Theme): void => {
  localStorage.setItem(STORED, theme);
  apply(theme);
  tell();
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, stored);
