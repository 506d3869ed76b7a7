import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ROUTER_OPTIONS, routeOptions } from '../kit/route-options.tsx';
import { loadMessages } from '../words/messages.ts';
import { loadGuide } from './docs/guides.ts';
import { Frame } from './frame.tsx';
import { NoSuchPage } from './not-found-page.tsx';
import { PUBLIC_PAGES } from './pages.ts';
import { readTrySearch } from './try/search.ts';

const root = createRootRoute({ component: Frame, loader: () => loadMessages('public') });

const landing = createRoute(routeOptions(root, PUBLIC_PAGES.landing, 'LandingPage'));

const docs = createRoute({
  ...routeOptions(root, PUBLIC_PAGES.docs, 'DocsStartPage'),
  loader: () => loadGuide('start'),
});
const guide = createRoute({
  ...routeOptions(root, PUBLIC_PAGES.guide, 'DocsPage'),
  loader: ({ params }) => loadGuide(params.guide),
});

const sample = createRoute(routeOptions(root, PUBLIC_PAGES.sample, 'SamplePage'));

/** For pages that call the service; the landing page doesn't. */
const asking = createRoute({
  getParentRoute: () => root,
  id: 'asking',
  component: lazyRouteComponent(() => import('./query-provider.tsx'), 'QueryProvider'),
});

const tryOut = createRoute({ ...routeOptions(asking, PUBLIC_PAGES.tryOut, 'TryPage'), validateSearch: readTrySearch });
const gallery = createRoute(routeOptions(asking, PUBLIC_PAGES.gallery, 'GalleryPage'));
const entry = createRoute(routeOptions(asking, PUBLIC_PAGES.entry, 'EntryPage'));
const shared = createRoute(routeOptions(asking, PUBLIC_PAGES.shared, 'SharedPage'));

export const publicRouter = createRouter({
  routeTree: root.addChildren([landing, docs, guide, sample, asking.addChildren([tryOut, gallery, entry, shared])]),
  ...ROUTER_OPTIONS,
  defaultNotFoundComponent: NoSuchPage,
});

export type PublicRouter = typeof publicRouter;
