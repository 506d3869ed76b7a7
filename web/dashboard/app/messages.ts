import { setupI18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import type admin from '../messages/en/admin.json';
import type inbox from '../messages/en/inbox.json';
import type personas from '../messages/en/personas.json';
import type publicPages from '../messages/en/public.json';
import type reviews from '../messages/en/reviews.json';
import type shell from '../messages/en/shell.json';
import type sites from '../messages/en/sites.json';
import type workspace from '../messages/en/workspace.json';
import { FIGURES } from './figures.ts';
import { findSentences } from './sentences.ts';

export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];
export const LANGUAGES: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' };

interface Catalogues {
  shell: typeof shell;
  sites: typeof sites;
  inbox: typeof inbox;
  reviews: typeof reviews;
  personas: typeof personas;
  workspace: typeof workspace;
  admin: typeof admin;
  public: typeof publicPages;
  /** What the service says, under its English words; see docs/decisions/0129. */
  refusals: Record<never, string>;
}
export type CatalogueName = keyof Catalogues;
type KeyOf<Name extends CatalogueName> = Name extends unknown ? keyof Catalogues[Name] : never;
/** Every sentence's name; the English catalogues are the list. */
export type MessageKey = KeyOf<CatalogueName> & string;

type Compiled = Parameters<ReturnType<typeof setupI18n>['load']>[1];

const i18n = setupI18n();
const files = import.meta.glob<Compiled>('../messages/*/*.json', { import: 'default' });
const wanted = new Set<CatalogueName>();
const STORED = 'sidenote.language';

const isLocale = (text: string | null | undefined): text is Locale => LOCALES.some((locale) => locale === text);

const preferred = (): Locale => {
  const stored = localStorage.getItem(STORED);
  const asked = navigator.languages.map((language) => language.slice(0, 2)).find(isLocale);
  return isLocale(stored) ? stored : (asked ?? 'en');
};

let locale = preferred();

const fetchInto = async (target: Locale, name: CatalogueName) => {
  const load = files[`../messages/${target}/${name}.json`];
  if (load) i18n.load(target, await load());
};

/** Fetches a page's sentences in the language of now; a route's loader calls it, so that no page shows without them. */
export const loadMessages = async (...names: CatalogueName[]): Promise<void> => {
  const fresh = names.filter((name) => !wanted.has(name));
  await Promise.all(fresh.map((name) => fetchInto(locale, name)));
  for (const name of fresh) wanted.add(name);
};

export const isInEnglish = (): boolean => locale === 'en';

export const hasMessages = (name: CatalogueName): boolean => wanted.has(name);

/** Shows everything that is open in another language, and keeps the choice. */
export const setLocale = async (next: Locale, keep = true): Promise<void> => {
  await Promise.all([...wanted].map((name) => fetchInto(next, name)));
  locale = next;
  document.documentElement.lang = next;
  if (keep) localStorage.setItem(STORED, next);
  i18n.activate(next);
};

export const startMessages = async (): Promise<void> => {
  await loadMessages('shell');
  await setLocale(locale, false);
};

type Values = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: Values) => string;

/** For code outside of components; what it gives does not follow a change of language. */
export const translate: Translate = (key, values) => i18n._(key, { ...FIGURES, ...values });

/** What the service said in English, in the language of now; undefined where `refusals` is not loaded or has no words for it. */
export const translateSaid = (text: string): string | undefined =>
  findSentences(Object.keys(i18n.messages), text)
    ?.map(({ key, values }) => {
      const inOurs = (value: string) => (/^\d+$/.test(value) ? Number(value) : (translateSaid(value) ?? value));
      return i18n._(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inOurs(value)])));
    })
    .join(' ');

const subscribe = (told: () => void) => i18n.on('change', told);
const currentLocale = (): Locale => locale;

export const useLocale = (): Locale => useSyncExternalStore(subscribe, currentLocale);

/** `const t = useText()`; the component follows a change of language. */
export const useText = (): Translate => {
  useLocale();
  return translate;
};
