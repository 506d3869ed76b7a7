import type { setupI18n } from '@lingui/core';
import type admin from './en/admin.json';
import type inbox from './en/inbox.json';
import type note from './en/note.json';
import type personas from './en/personas.json';
import type publicPages from './en/public.json';
import type reviews from './en/reviews.json';
import type shell from './en/shell.json';
import type sites from './en/sites.json';
import type workspace from './en/workspace.json';

export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];

export interface Catalogs {
  shell: typeof shell;
  sites: typeof sites;
  inbox: typeof inbox;
  note: typeof note;
  reviews: typeof reviews;
  personas: typeof personas;
  workspace: typeof workspace;
  admin: typeof admin;
  public: typeof publicPages;
  /** The service's texts by code; English comes from the service. */
  refusals: Record<never, string>;
}
export type CatalogName = keyof Catalogs;

type Compiled = Parameters<ReturnType<typeof setupI18n>['load']>[1];

const files = import.meta.glob<Compiled>('./*/*.json', { import: 'default' });
export const STORED_LOCALE = 'sidenote.language';

const isLocale = (text: string | null | undefined): text is Locale => LOCALES.some((locale) => locale === text);

export const preferredLocale = (): Locale => {
  const stored = localStorage.getItem(STORED_LOCALE);
  const asked = navigator.languages.map((language) => language.slice(0, 2)).find(isLocale);
  return isLocale(stored) ? stored : (asked ?? 'en');
};

/** Those that the service says in German itself. */
const fetchNotes = async (): Promise<Compiled> =>
  (await import('../../../functions/codes/words/de/notes.json')).default as Compiled;

export const fetchCatalog = async (locale: Locale, name: CatalogName): Promise<Compiled> => {
  const [own, notes] = await Promise.all([
    files[`./${locale}/${name}.json`]?.(),
    name === 'refusals' && locale === 'de' ? fetchNotes() : {},
  ]);
  return Object.assign({}, own, notes);
};
