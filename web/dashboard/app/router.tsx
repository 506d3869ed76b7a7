import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { PageSkeleton } from '../kit/skeleton.tsx';
import { readAdminSearch } from '../pages/admin/search.ts';
import { readInboxSearch } from '../pages/inbox/search.ts';
import { readPersonasSearch } from '../pages/personas/search.ts';
import { readNewReviewSearch, readReviewsSearch } from '../pages/reviews/search.ts';
import { readSiteSearch } from '../pages/sites/search.ts';
import { readWorkspaceSearch } from '../pages/workspace/search.ts';
import { opens } from './opens.ts';
import { DASHBOARD } from './page-at.ts';
import { NoSuchPage, PageError } from './page-error.tsx';
import { PAGES } from './pages.ts';
import { Shell } from './shell.tsx';
import { chooseWorkspace } from './workspace.tsx';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Shell });

/** `/dashboard/#/annotations/<id>`: what stands in exported documents, which outlive every page's own address. */
const EXPORTED_NOTE = /^\/annotations\/(\w+)$/;

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ location }) => {
    const [, annotationId] = EXPORTED_NOTE.exec(location.hash) ?? [];
    if (annotationId) throw redirect({ to: '/inbox/$annotationId', params: { annotationId }, replace: true });
    throw redirect({ to: '/inbox', replace: true });
  },
});

const inbox = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.inbox, 'InboxPage'),
  validateSearch: readInboxSearch,
});

const annotation = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.annotation, 'AnnotationPage'),
});

const sites = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.sites, 'SitesPage'),
});

const newSite = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.newSite, 'NewSitePage'),
});

const site = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.site, 'SitePage'),
  validateSearch: readSiteSearch,
});

const reviews = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.reviews, 'ReviewsPage'),
  validateSearch: readReviewsSearch,
});

const newReview = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.newReview, 'NewReviewPage'),
  validateSearch: readNewReviewSearch,
});

const review = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.review, 'ReviewPage'),
});

const personas = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.personas, 'PersonasPage'),
  validateSearch: readPersonasSearch,
});

const newPersona = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.newPersona, 'NewPersonaPage'),
});

const marketplace = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.marketplace, 'MarketplacePage'),
  validateSearch: readPersonasSearch,
});

const persona = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.persona, 'PersonaPage'),
});

const workspace = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.workspace, 'WorkspacePage'),
  validateSearch: readWorkspaceSearch,
});

/** Where a wallet's top-up address leads. */
const wallet = createRoute({
  getParentRoute: () => root,
  path: '/wallet',
  beforeLoad: ({ search }) => {
    const { workspace: wanted } = search as { workspace?: unknown };
    if (typeof wanted === 'string') chooseWorkspace(wanted);
    throw redirect({ to: '/workspace', search: { tab: 'wallet' }, replace: true });
  },
});

const admin = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.admin, 'AdminPage'),
  validateSearch: readAdminSearch,
});

const submission = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.submission, 'SubmissionPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  ...opens(PAGES.invitation, 'InvitationPage'),
});

const routes = root.addChildren([
  home,
  inbox,
  annotation,
  sites,
  newSite,
  site,
  reviews,
  newReview,
  review,
  personas,
  newPersona,
  marketplace,
  persona,
  workspace,
  wallet,
  admin,
  submission,
  invitation,
]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    basepath: DASHBOARD,
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NoSuchPage,
  });
