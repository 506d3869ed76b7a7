import { type AnyRoute, type ErrorComponentProps, lazyRouteComponent, useRouter } from '@tanstack/react-router';
import { hasMessages, loadMessages } from '../words/messages.ts';
import { loadCode } from './load-code.ts';
import type { Page } from './page-table.ts';
import { ErrorNote, PageSkeleton } from './states.tsx';

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

const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const retry = () => {
    // A browser may cache a failed code fetch: only a reload tries again.
    if (error instanceof TypeError && /import|module script/i.test(error.message)) return location.reload();
    reset();
    void router.invalidate();
  };
  return <ErrorNote error={error} retry={retry} page />;
};

export const ROUTER_OPTIONS = {
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 150,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageError,
} as const;
