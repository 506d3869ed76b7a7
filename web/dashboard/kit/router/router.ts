import type { HistoryLocation } from '@tanstack/history';
import { type ComponentType, useMemo, useSyncExternalStore } from 'react';
import { hasMessages, loadMessages } from '../../words/messages.ts';
import { makeListeners } from '../listeners.ts';
import { loadCode } from '../load-code.ts';
import type { AnyPage, Found, NamesIn } from '../page-table.ts';
import { history } from './history.ts';
import { keepScroll, type ScrollState, startScrolling } from './scroll.ts';
import { currentPath, type Given, hrefOf, type Path, searchIn, setBase, type Target } from './target.ts';

/** The previous page stays this long, then a placeholder shows that the new one is loading. */
const PATIENCE_MS = 150;

interface Settings {
  base: string;
  pageAt: (path: string) => Found | undefined;
  /** By path. */
  redirects?: Readonly<Record<string, () => Target<Path>>>;
  /** More that a page needs, by its path in the table; undefined if it is there. */
  loads?: Readonly<Record<string, (at: Found['at']) => Promise<unknown> | undefined>>;
}

/** The content of the page area; the address may be ahead. */
export interface Shown {
  location: HistoryLocation;
  at: Found['at'];
  /** Absent: no page has this address. */
  page?: AnyPage;
  /** Absent while it loads. */
  Component?: ComponentType;
  /** Its code or texts failed to load. */
  error?: unknown;
}

const components = new Map<AnyPage, ComponentType>();
const { subscribe, tell } = makeListeners();

let settings: Settings | undefined;
let shown: Shown = { location: history.location, at: {} };
let opening: Promise<void> | undefined;

const show = (next: Shown) => {
  shown = next;
  tell();
};

const loadComponent = async (page: AnyPage) => {
  const code = (await loadCode(page.code)) as Record<PropertyKey, ComponentType>;
  const component = code[page.component];
  if (component) components.set(page, component);
};

/** Undefined if all is there, so that the page is shown at once. */
const load = ({ page, at }: Found): Promise<unknown> | undefined => {
  const parts = [
    components.has(page) ? undefined : loadComponent(page),
    page.messages.every(hasMessages) ? undefined : loadCode(() => loadMessages(...page.messages)),
    settings?.loads?.[page.path]?.(at),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? Promise.all(parts) : undefined;
};

const open = async (): Promise<void> => {
  const { location } = history;
  const redirect = settings?.redirects?.[currentPath()];
  if (redirect) return navigate({ ...redirect(), replace: true });
  const found = settings?.pageAt(location.pathname);
  if (!found) return show({ location, at: {} });
  const loading = load(found);
  if (loading) {
    const isLatest = () => history.location === location;
    const wait = () => isLatest() && show({ location, ...found });
    const timer = setTimeout(wait, PATIENCE_MS);
    if (!shown.page) wait();
    const failed = await loading.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    clearTimeout(timer);
    if (!isLatest()) return opening;
    if (failed) return show({ location, ...found, ...failed });
  }
  const Component = components.get(found.page);
  show({ location, ...found, ...(Component && { Component }) });
  // Until it has rendered.
  await new Promise((resolve) => setTimeout(resolve));
};

/** Loads the page at the address, again if that failed. */
export const reopen = (): Promise<void> => {
  opening = open();
  return opening;
};

/** Resolves when the first page has loaded. Repeated calls do nothing. */
export const startRouter = (given: Settings): Promise<void> => {
  if (settings && opening) return opening;
  settings = given;
  setBase(given.base);
  startScrolling(() => shown.location);
  history.subscribe(() => {
    // A placeholder is shorter than its page.
    if (shown.Component) keepScroll(shown.location);
    void reopen();
    tell();
  });
  return reopen();
};

export interface Navigation {
  replace?: boolean;
  /** Default: true. False keeps the scroll position. */
  resetScroll?: boolean;
  ignoreBlocker?: boolean;
}

/** For addresses of this router's pages. Resolves when the page has rendered. */
export const openHref = (
  href: string,
  { replace = false, resetScroll = true, ignoreBlocker = false }: Navigation = {},
): Promise<void> => {
  const state: ScrollState = resetScroll ? {} : { keepsScroll: true };
  const isSame = href === history.location.href;
  history[replace || isSame ? 'replace' : 'push'](href, state, { ignoreBlocker });
  return opening ?? Promise.resolve();
};

/** Resolves when the page has rendered. */
export const navigate = <const To extends Path>(to: Target<To> & Navigation): Promise<void> => openHref(hrefOf(to), to);

/** Loads code and texts, not data. A failure is reported once the page is opened. */
export const preload = (href: string): void => {
  const found = settings?.pageAt(new URL(href, location.origin).pathname);
  void (found && load(found)?.catch(() => undefined));
};

export const useShown = (): Shown => useSyncExternalStore(subscribe, () => shown);

/** Of the page that is shown, so that nothing is done before it is there. */
export const useShownPath = (): string => useSyncExternalStore(subscribe, () => shown.location.pathname);

/** Of the address, which changes before the page does. */
export const useCurrentPath = (): string => useSyncExternalStore(subscribe, currentPath);

/** Without the `#`. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => history.location.hash.slice(1));

/** Of the page of this path; only it may ask. */
export const useParams = <To extends string>(_path: To): Record<NamesIn<To>, string> =>
  useSyncExternalStore(subscribe, () => shown.at);

/** The search of the page that is shown, by the page's own reader. */
export const useSearch = <Search>(read: (given: Given) => Search): Search => {
  const search = useSyncExternalStore(subscribe, () => shown.location.search);
  return useMemo(() => read(searchIn(search)), [read, search]);
};
