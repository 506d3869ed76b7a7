import { page } from '../kit/page-table.ts';
import { askForList } from '../pages/inbox/early-list.ts';
import { listAllSites } from '../pages/sites/all-sites.ts';

/** The routers use this table, and `early.ts` prefetches from it. */
export const PAGES = {
  inbox: page('/inbox', () => import('../pages/inbox/inbox.tsx'), ['inbox'], askForList),
  annotation: page(
    '/inbox/$annotationId',
    () => import('../pages/inbox/annotation.tsx'),
    ['inbox', 'note'],
    (service, { annotationId }) => service.getWidgetAnnotation({ annotation_id: annotationId }),
  ),
  sites: page('/sites', () => import('../pages/sites/sites.tsx'), ['sites'], listAllSites),
  newSite: page('/sites/new', () => import('../pages/sites/new-site.tsx'), ['sites']),
  site: page(
    '/sites/$siteId',
    () => import('../pages/sites/site.tsx'),
    ['sites'],
    (service, { siteId }) => service.getWidgetSite({ site_id: siteId }),
  ),
  reviews: page('/reviews', () => import('../pages/reviews/reviews.tsx'), ['reviews']),
  newReview: page('/reviews/new', () => import('../pages/reviews/new-review.tsx'), ['reviews']),
  review: page(
    '/reviews/$reviewId',
    () => import('../pages/reviews/review.tsx'),
    ['reviews'],
    async (service, { reviewId }) => {
      const { completed_at } = await service.getReview({ review_id: reviewId });
      // A running review will have more findings by the time the page loads.
      if (completed_at)
        await Promise.all([service.listFeedback({ review_id: reviewId }), service.listFacts({ review_id: reviewId })]);
    },
  ),
  personas: page('/personas', () => import('../pages/personas/personas.tsx'), ['personas']),
  newPersona: page('/personas/new', () => import('../pages/personas/new-persona.tsx'), ['personas']),
  marketplace: page('/personas/marketplace', () => import('../pages/personas/marketplace.tsx'), ['personas']),
  calibration: page(
    '/personas/calibration',
    () => import('../pages/personas/calibration-page.tsx'),
    ['personas', 'reviews'],
    (service) => service.getCalibration(),
  ),
  persona: page('/personas/$personaId', () => import('../pages/personas/persona.tsx'), ['personas', 'reviews']),
  workspace: page('/workspace', () => import('../pages/workspace/workspace.tsx'), ['workspace']),
  account: page('/account', () => import('../pages/account/account.tsx'), ['workspace']),
  admin: page('/admin', () => import('../pages/admin/admin.tsx'), ['admin']),
  submission: page('/admin/showcase/$reviewId', () => import('../pages/admin/submission.tsx'), ['admin', 'reviews']),
  connect: page('/connect', () => import('../pages/connect/connect.tsx'), ['sites'], listAllSites),
  teamMode: page('/team-mode', () => import('../pages/team-mode/team-mode.tsx'), ['sites']),
  invitation: page('/invitations/$token', () => import('../pages/invitation/invitation.tsx'), ['workspace']),
};
