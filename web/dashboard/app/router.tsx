import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { PageSkeleton } from '../kit/skeleton.tsx';
import { readAdminSearch } from '../pages/admin/search.ts';
import { readInboxSearch } from '../pages/inbox/search.ts';
import { readPersonasSearch } from '../pages/personas/search.ts';
import { readNewReviewSearch, readReviewsSearch } from '../pages/reviews/search.ts';
import { readSiteSearch } from '../pages/sites/search.ts';
import { readWorkspaceSearch } from '../pages/workspace/search.ts';
import { loadMessages } from './messages.ts';
import { NoSuchPage, PageError } from './page-error.tsx';
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

const reviews = createRoute({
  getParentRoute: () => root,
  path: '/reviews',
  validateSearch: readReviewsSearch,
  loader: () => loadMessages('reviews'),
  component: lazyRouteComponent(() => import('../pages/reviews/reviews.tsx'), 'ReviewsPage'),
});

const newReview = createRoute({
  getParentRoute: () => root,
  path: '/reviews/new',
  validateSearch: readNewReviewSearch,
  loader: () => loadMessages('reviews'),
  component: lazyRouteComponent(() => import('../pages/reviews/new-review.tsx'), 'NewReviewPage'),
});

const review = createRoute({
  getParentRoute: () => root,
  path: '/reviews/$reviewId',
  loader: () => loadMessages('reviews'),
  component: lazyRouteComponent(() => import('../pages/reviews/review.tsx'), 'ReviewPage'),
});

const personas = createRoute({
  getParentRoute: () => root,
  path: '/personas',
  validateSearch: readPersonasSearch,
  loader: () => loadMessages('personas'),
  component: lazyRouteComponent(() => import('../pages/personas/personas.tsx'), 'PersonasPage'),
});

const newPersona = createRoute({
  getParentRoute: () => root,
  path: '/personas/new',
  loader: () => loadMessages('personas'),
  component: lazyRouteComponent(() => import('../pages/personas/new-persona.tsx'), 'NewPersonaPage'),
});

const marketplace = createRoute({
  getParentRoute: () => root,
  path: '/personas/marketplace',
  validateSearch: readPersonasSearch,
  loader: () => loadMessages('personas'),
  component: lazyRouteComponent(() => import('../pages/personas/marketplace.tsx'), 'MarketplacePage'),
});

const persona = createRoute({
  getParentRoute: () => root,
  path: '/personas/$personaId',
  loader: () => loadMessages('personas', 'reviews'),
  component: lazyRouteComponent(() => import('../pages/personas/persona.tsx'), 'PersonaPage'),
});

const workspace = createRoute({
  getParentRoute: () => root,
  path: '/workspace',
  validateSearch: readWorkspaceSearch,
  loader: () => loadMessages('workspace'),
  component: lazyRouteComponent(() => import('../pages/workspace/workspace.tsx'), 'WorkspacePage'),
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
  path: '/admin',
  validateSearch: readAdminSearch,
  loader: () => loadMessages('admin'),
  component: lazyRouteComponent(() => import('../pages/admin/admin.tsx'), 'AdminPage'),
});

const submission = createRoute({
  getParentRoute: () => root,
  path: '/admin/showcase/$reviewId',
  loader: () => loadMessages('admin', 'reviews'),
  component: lazyRouteComponent(() => import('../pages/admin/submission.tsx'), 'SubmissionPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$token',
  loader: () => loadMessages('workspace'),
  component: lazyRouteComponent(() => import('../pages/invitation/invitation.tsx'), 'InvitationPage'),
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
    basepath: '/dashboard',
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NoSuchPage,
  });
