import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadCode } from '../kit/load-code.ts';
import { PageSkeleton } from '../kit/skeleton.tsx';
import { hasMessages, loadMessages } from '../words/messages.ts';
import { PageError } from './page-error.tsx';
import type { Page } from './pages.ts';

/** Route options for a page: it isn't shown before its catalogs have loaded. Offline, it waits for its code. */
export const routeOptions = <
  Parent extends AnyRoute,
  Path extends string,
  Code extends Record<string, unknown>,
  Name extends keyof Code,
>(
  parent: Parent,
  { path, code, messages }: Page<Path, Code>,
  name: Name,
) => ({
  getParentRoute: () => parent,
  path,
  loader: () => (messages.every(hasMessages) ? undefined : loadCode(() => loadMessages(...messages))),
  component: lazyRouteComponent(() => loadCode(code), name),
});

/** Shared by both routers. */
export const ROUTER_OPTIONS = {
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 150,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageError,
} as const;
