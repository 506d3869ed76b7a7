import { setupI18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import {
  type CatalogName,
  type Catalogs,
  fetchCatalog,
  LOCALES,
  type Locale,
  preferredLocale,
  STORED_LOCALE,
} from './catalogs.ts';
import { FIGURES } from './limits.generated.ts';

export { LOCALES, type Locale };
export const LANGUAGES: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' };

type KeyOf<Name extends CatalogName> = Name extends unknown ? keyof Catalogs[Name] : never;
export type MessageKey = KeyOf<CatalogName> & string;

const i18n = setupI18n();
const wanted = new Set<CatalogName>();

let locale = preferredLocale();
/** The last choice: the files of an earlier one may arrive later. */
let chosen = locale;

const fetchInto = async (target: Locale, name: CatalogName) => i18n.load(target, await fetchCatalog(target, name));

/** Routes call it in their loader, so that no page renders without its catalogs. */
export const loadMessages = async (...names: CatalogName[]): Promise<void> => {
  const fresh = names.filter((name) => !wanted.has(name));
  const target = locale;
  await Promise.all(fresh.map((name) => fetchInto(target, name)));
  if (target !== locale) await Promise.all(fresh.map((name) => fetchInto(locale, name)));
  for (const name of fresh) wanted.add(name);
};

export const isInEnglish = (): boolean => locale === 'en';

export const hasMessages = (name: CatalogName): boolean => wanted.has(name);

/**
 * React Aria's own texts, such as those for dragging, would be in the browser's language. Its `I18nProvider` would be in
 * the first load; this is how its server rendering passes the language on.
 */
const setLocaleOfReactAria = (next: Locale) => {
  Object.assign(window, { [Symbol.for('react-aria.i18n.locale')]: next });
  window.dispatchEvent(new Event('languagechange'));
};

type Load = (fetch: () => Promise<void>) => Promise<void>;

export const setLocale = async (next: Locale, keep = true, load: Load = (fetch) => fetch()): Promise<void> => {
  chosen = next;
  const fetched = new Set<CatalogName>();
  try {
    // A page that opens meanwhile wants more.
    for (let left = [...wanted]; left.length > 0; left = [...wanted].filter((name) => !fetched.has(name))) {
      await Promise.all(left.map((name) => load(() => fetchInto(next, name))));
      for (const name of left) fetched.add(name);
    }
  } catch (error) {
    if (chosen !== next) return;
    chosen = locale;
    throw error;
  }
  if (chosen !== next) return;
  locale = next;
  document.documentElement.lang = next;
  setLocaleOfReactAria(next);
  if (keep) localStorage.setItem(STORED_LOCALE, next);
  i18n.activate(next);
};

export const followBrowser = (load: Load): Promise<void> => {
  localStorage.removeItem(STORED_LOCALE);
  return setLocale(preferredLocale(), false, load);
};

/** The profile's, unless this browser has a choice. */
export const offerLocale = async (wished: Locale): Promise<void> => {
  const isOpen = chosen === locale && localStorage.getItem(STORED_LOCALE) === null;
  if (isOpen && wished !== locale) await setLocale(wished, false);
};

export const startMessages = async (): Promise<void> => {
  await loadMessages('shell');
  await setLocale(locale, false);
};

type Values = Record<string, string | number>;

/** In the current language. When that changes, the root renders everything again; texts and JSX kept longer stay as they are. */
export const t = (key: MessageKey, values?: Values): string => i18n._(key, { ...FIGURES, ...values });

/** A text by a key or code of the service; undefined if no loaded catalog has it, as in English, which it speaks itself. */
export const translateCode = (code: string, values: Values = {}): string | undefined =>
  i18n.messages[code] === undefined ? undefined : i18n._(code, values);

export const keysFrom = (prefix: string): MessageKey[] =>
  Object.keys(i18n.messages).filter((key): key is MessageKey => key.startsWith(prefix));

const subscribe = (told: () => void) => i18n.on('change', told);
export const currentLocale = (): Locale => locale;

/** For roots and memoized components, which render again when the language changes. */
export const useLocale = (): Locale => useSyncExternalStore(subscribe, currentLocale);
