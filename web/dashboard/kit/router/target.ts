import type { NamesIn } from '../page-table.ts';
import { history } from './history.ts';

/** The dashboard's paths and their searches. `app/router.ts` fills it, because kit can't import from app. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by another module
export interface Register {}

export type Path = Register extends { path: infer Known extends string } ? Known : string;
type Searches = Register extends { searches: infer Known } ? Known : never;
type SearchOf<To> = To extends keyof Searches ? Searches[To] : Record<string, string>;

/** The search of an address, not yet checked. */
export type Given = Readonly<Record<string, unknown>>;

export interface AnyTarget {
  to: string;
  params?: Readonly<Record<string, string>> | undefined;
  search?: object | undefined;
  hash?: string | undefined;
}

/** A page by its path in the table; `.` is the current one. */
export type Target<To extends string> = To extends unknown
  ? { to: To; search?: SearchOf<To> | undefined; hash?: string } & ([NamesIn<To>] extends [never]
      ? { params?: undefined }
      : { params: Record<NamesIn<To>, string> })
  : never;

let base = '';

export const setBase = (path: string): void => {
  base = path;
};

/** Without the part that all pages share. */
export const currentPath = (): string => history.location.pathname.slice(base.length).replace(/\/$/, '') || '/';

export const searchIn = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export const currentSearch = (): Record<string, string> => searchIn(history.location.search);

export const hrefOf = ({ to, params = {}, search = {}, hash }: AnyTarget): string => {
  const filled = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const path = to === '.' ? history.location.pathname : `${base}${filled}`;
  const given = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const query = new URLSearchParams(given).toString();
  return `${path}${query && `?${query}`}${hash ? `#${hash}` : ''}`;
};
