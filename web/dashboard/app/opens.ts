import { lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from './messages.ts';
import type { Page } from './pages.ts';

/** What a route has of its page: none shows before its sentences are there. */
export const opens = <Path extends string, Code extends Record<string, unknown>, Name extends keyof Code>(
  { path, code, messages }: Page<Path, Code>,
  name: Name,
) => ({ path, loader: () => loadMessages(...messages), component: lazyRouteComponent(code, name) });
