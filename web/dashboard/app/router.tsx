import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { followHistory } from '../kit/deferred.ts';
import { ROUTER_OPTIONS, routeOptions } from '../kit/route-options.tsx';
import { readAdminSearch } from '../pages/admin/search.ts';
import { readInboxSearch } from '../pages/inbox/search.ts';
import { readPersonasSearch } from '../pages/personas/search.ts';
import { readNewReviewSearch, readReviewsSearch } from '../pages/reviews/search.ts';
import { readSiteSearch } from '../pages/sites/search.ts';
import { readTeamModeSearch } from '../pages/team-mode/search.ts';
import { readWorkspaceSearch } from '../pages/workspace/search.ts';
import { chooseWorkspace } from '../session/workspace.tsx';
import { DASHBOARD } from './match-page.ts';
import { PAGES } from './pages.ts';
import { NoSuchPage, Shell } from './shell.tsx';

const readConnectSearch = (search: Record<string, unknown>): { request?: string } =>
  typeof search.request === 'string' ? { request: search.request } : {};

const root = createRootRoute({ component: Shell });

/** `/dashboard/#/annotations/<id>`: used in exported documents, so it has to stay stable. */
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

const inbox = createRoute({ ...routeOptions(root, PAGES.inbox, 'InboxPage'), validateSearch: readInboxSearch });
const annotation = createRoute(routeOptions(root, PAGES.annotation, 'AnnotationPage'));
const sites = createRoute(routeOptions(root, PAGES.sites, 'SitesPage'));
const newSite = createRoute(routeOptions(root, PAGES.newSite, 'NewSitePage'));
const site = createRoute({ ...routeOptions(root, PAGES.site, 'SitePage'), validateSearch: readSiteSearch });
const reviews = createRoute({ ...routeOptions(root, PAGES.reviews, 'ReviewsPage'), validateSearch: readReviewsSearch });
const newReview = createRoute({
  ...routeOptions(root, PAGES.newReview, 'NewReviewPage'),
  validateSearch: readNewReviewSearch,
});
const review = createRoute(routeOptions(root, PAGES.review, 'ReviewPage'));
const personas = createRoute({
  ...routeOptions(root, PAGES.personas, 'PersonasPage'),
  validateSearch: readPersonasSearch,
});
const newPersona = createRoute(routeOptions(root, PAGES.newPersona, 'NewPersonaPage'));
const marketplace = createRoute({
  ...routeOptions(root, PAGES.marketplace, 'MarketplacePage'),
  validateSearch: readPersonasSearch,
});
const calibration = createRoute(routeOptions(root, PAGES.calibration, 'CalibrationPage'));
const persona = createRoute(routeOptions(root, PAGES.persona, 'PersonaPage'));
const workspace = createRoute({
  ...routeOptions(root, PAGES.workspace, 'WorkspacePage'),
  validateSearch: readWorkspaceSearch,
});

const wallet = createRoute({
  getParentRoute: () => root,
  path: '/wallet',
  beforeLoad: ({ search }) => {
    const { workspace: wanted } = search as { workspace?: unknown };
    if (typeof wanted === 'string') chooseWorkspace(wanted);
    throw redirect({ to: '/workspace', search: { tab: 'wallet' }, replace: true });
  },
});

const account = createRoute(routeOptions(root, PAGES.account, 'AccountPage'));
const admin = createRoute({ ...routeOptions(root, PAGES.admin, 'AdminPage'), validateSearch: readAdminSearch });
const submission = createRoute(routeOptions(root, PAGES.submission, 'SubmissionPage'));
const connect = createRoute({ ...routeOptions(root, PAGES.connect, 'ConnectPage'), validateSearch: readConnectSearch });
const teamMode = createRoute({
  ...routeOptions(root, PAGES.teamMode, 'TeamModePage'),
  validateSearch: readTeamModeSearch,
});
const invitation = createRoute(routeOptions(root, PAGES.invitation, 'InvitationPage'));

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
  calibration,
  persona,
  workspace,
  wallet,
  account,
  admin,
  submission,
  connect,
  teamMode,
  invitation,
]);

export const router = createRouter({
  ...ROUTER_OPTIONS,
  routeTree: routes,
  basepath: DASHBOARD,
  defaultNotFoundComponent: NoSuchPage,
});

router.history.subscribe(followHistory);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
