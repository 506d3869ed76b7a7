import { page } from '../kit/page-table.ts';
import { askForList } from '../pages/inbox/early-list.ts';
import { listAllSites } from '../pages/sites/all-sites.ts';

/** The router uses this table, and `early.ts` prefetches from it. */
export const PAGES = {
  inbox: page('/inbox', () => import('../pages/inbox/inbox.tsx'), 'InboxPage', ['inbox'], askForList),
  annotation: page(
    '/inbox/$annotationId',
    () => import('../pages/inbox/annotation.tsx'),
    'AnnotationPage',
    ['inbox', 'note'],
    (service, { annotationId }) => service.getWidgetAnnotation({ annotation_id: annotationId }),
  ),
  sites: page('/sites', () => import('../pages/sites/sites.tsx'), 'SitesPage', ['sites'], listAllSites),
  newSite: page('/sites/new', () => import('../pages/sites/new-site.tsx'), 'NewSitePage', ['sites']),
  site: page(
    '/sites/$siteId',
    () => import('../pages/sites/site.tsx'),
    'SitePage',
    ['sites'],
    (service, { siteId }) => service.getWidgetSite({ site_id: siteId }),
  ),
  reviews: page('/reviews', () => import('../pages/reviews/reviews.tsx'), 'ReviewsPage', ['reviews']),
  newReview: page('/reviews/new', () => import('../pages/reviews/new-review.tsx'), 'NewReviewPage', ['reviews']),
  review: page(
    '/reviews/$reviewId',
    () => import('../pages/reviews/review.tsx'),
    'ReviewPage',
    ['reviews'],
    async (service, { reviewId }) => {
      const { completed_at } = await service.getReview({ review_id: reviewId });
      // A running review will have more findings by the time the page loads.
      if (completed_at)
        await Promise.all([service.listFeedback({ review_id: reviewId }), service.listFacts({ review_id: reviewId })]);
    },
  ),
  personas: page('/personas', () => import('../pages/personas/personas.tsx'), 'PersonasPage', ['personas']),
  newPersona: page('/personas/new', () => import('../pages/personas/new-persona.tsx'), 'NewPersonaPage', ['personas']),
  marketplace: page('/personas/marketplace', () => import('../pages/personas/marketplace.tsx'), 'MarketplacePage', [
    'personas',
  ]),
  calibration: page(
    '/personas/calibration',
    () => import('../pages/personas/calibration-page.tsx'),
    'CalibrationPage',
    ['personas', 'reviews'],
    (service) => service.getCalibration(),
  ),
  persona: page('/personas/$personaId', () => import('../pages/personas/persona.tsx'), 'PersonaPage', [
    'personas',
    'reviews',
  ]),
  workspace: page('/workspace', () => import('../pages/workspace/workspace.tsx'), 'WorkspacePage', ['workspace']),
  account: page('/account', () => import('../pages/account/account.tsx'), 'AccountPage', ['workspace']),
  admin: page('/admin', () => import('../pages/admin/admin.tsx'), 'AdminPage', ['admin']),
  submission: page('/admin/showcase/$reviewId', () => import('../pages/admin/submission.tsx'), 'SubmissionPage', [
    'admin',
    'reviews',
  ]),
  connect: page('/connect', () => import('../pages/connect/connect.tsx'), 'ConnectPage', ['sites'], listAllSites),
  teamMode: page('/team-mode', () => import('../pages/team-mode/team-mode.tsx'), 'TeamModePage', ['sites']),
  invitation: page('/invitations/$token', () => import('../pages/invitation/invitation.tsx'), 'InvitationPage', [
    'workspace',
  ]),
};
