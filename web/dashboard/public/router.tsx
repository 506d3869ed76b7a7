import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../app/messages.ts';
import { opens } from '../app/opens.ts';
import { PageError } from '../app/page-error.tsx';
import { PUBLIC_PAGES } from '../app/pages.ts';
import { PageSkeleton } from '../kit/skeleton.tsx';
import { Frame } from './frame.tsx';
import { NoSuchPage } from './no-such-page.tsx';
import { readTrySearch } from './try/search.ts';

const root = createRootRoute({ component: Frame, loader: () => loadMessages('public') });

const landing = createRoute({
  getParentRoute: () => root,
  ...opens(PUBLIC_PAGES.landing, 'LandingPage'),
});

/** Around the pages that ask the service; the landing page does without. */
const asking = createRoute({
  getParentRoute: () => root,
  id: 'asking',
  component: lazyRouteComponent(() => import('./asking.tsx'), 'Asking'),
});

const tryOut = createRoute({
  getParentRoute: () => asking,
  ...opens(PUBLIC_PAGES.tryOut, 'TryPage'),
  validateSearch: readTrySearch,
});

const gallery = createRoute({
  getParentRoute: () => asking,
  ...opens(PUBLIC_PAGES.gallery, 'GalleryPage'),
});

const entry = createRoute({
  getParentRoute: () => asking,
  ...opens(PUBLIC_PAGES.entry, 'EntryPage'),
});

const shared = createRoute({
  getParentRoute: () => asking,
  ...opens(PUBLIC_PAGES.shared, 'SharedPage'),
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
