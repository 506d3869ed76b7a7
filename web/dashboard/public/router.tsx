import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../app/messages.ts';
import { PageError } from '../app/page-error.tsx';
import { PageSkeleton } from '../kit/skeleton.tsx';
import { Frame } from './frame.tsx';
import { NoSuchPage } from './no-such-page.tsx';
import { readTrySearch } from './try/search.ts';

const root = createRootRoute({ component: Frame, loader: () => loadMessages('public') });

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./landing/landing.tsx'), 'LandingPage'),
});

/** Around the pages that ask the service; the landing page does without. */
const asking = createRoute({
  getParentRoute: () => root,
  id: 'asking',
  component: lazyRouteComponent(() => import('./asking.tsx'), 'Asking'),
});

const tryOut = createRoute({
  getParentRoute: () => asking,
  path: '/try',
  validateSearch: readTrySearch,
  component: lazyRouteComponent(() => import('./try/try.tsx'), 'TryPage'),
});

const gallery = createRoute({
  getParentRoute: () => asking,
  path: '/showcase',
  loader: () => loadMessages('reviews'),
  component: lazyRouteComponent(() => import('./showcase/gallery.tsx'), 'GalleryPage'),
});

const entry = createRoute({
  getParentRoute: () => asking,
  path: '/showcase/$slug',
  loader: () => loadMessages('reviews'),
  component: lazyRouteComponent(() => import('./showcase/entry.tsx'), 'EntryPage'),
});

const shared = createRoute({
  getParentRoute: () => asking,
  path: '/reviews/shared/$token',
  loader: () => loadMessages('reviews'),
  component: lazyRouteComponent(() => import('./shared/shared.tsx'), 'SharedPage'),
});

export const publicRouter = createRouter({
  routeTree: root.addChildren([landing, asking.addChildren([tryOut, gallery, entry, shared])]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 150,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NoSuchPage,
});

export type PublicRouter = typeof publicRouter;
