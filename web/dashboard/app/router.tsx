import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { PageSkeleton } from '../kit/skeleton.tsx';
import { readInboxSearch } from '../pages/inbox/search.ts';
import { readSiteSearch } from '../pages/sites/search.ts';
import { loadMessages } from './messages.ts';
import { NoSuchPage, PageError } from './page-error.tsx';
import { Shell } from './shell.tsx';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox', replace: true });
  },
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: readInboxSearch,
  loader: () => loadMessages('inbox'),
  component: lazyRouteComponent(() => import('../pages/inbox/inbox.tsx'), 'InboxPage'),
});

const annotation = createRoute({
  getParentRoute: () => root,
  path: '/inbox/$annotationId',
  loader: () => loadMessages('inbox'),
  component: lazyRouteComponent(() => import('../pages/inbox/annotation.tsx'), 'AnnotationPage'),
});

const sites = createRoute({
  getParentRoute: () => root,
  path: '/sites',
  loader: () => loadMessages('sites'),
  component: lazyRouteComponent(() => import('../pages/sites/sites.tsx'), 'SitesPage'),
});

const newSite = createRoute({
  getParentRoute: () => root,
  path: '/sites/new',
  loader: () => loadMessages('sites'),
  component: lazyRouteComponent(() => import('../pages/sites/new-site.tsx'), 'NewSitePage'),
});

const site = createRoute({
  getParentRoute: () => root,
  path: '/sites/$siteId',
  validateSearch: readSiteSearch,
  loader: () => loadMessages('sites'),
  component: lazyRouteComponent(() => import('../pages/sites/site.tsx'), 'SitePage'),
});

const soon = (path: '/reviews' | '/personas' | '/workspace' | '/admin') =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => import('../pages/soon.tsx'), 'SoonPage'),
  });

const routes = root.addChildren([
  home,
  inbox,
  annotation,
  sites,
  newSite,
  site,
  soon('/reviews'),
  soon('/personas'),
  soon('/workspace'),
  soon('/admin'),
]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    basepath: '/dashboard',
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NoSuchPage,
  });
