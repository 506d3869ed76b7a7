import type { Client } from '../../client/index.ts';
import { listAllSites } from '../pages/sites/all-sites.ts';
import type { CatalogName } from '../words/catalogs.ts';

/** Path parameters, such as those of `/sites/$siteId`. */
type Names<Path extends string> = Path extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<More>
    : Rest
  : never;

/** A page's first requests. The page repeats them and receives the pending responses. */
type Ask<Path extends string> = (service: Client, at: Record<Names<Path>, string>) => Promise<unknown>;

export interface Page<Path extends string, Code> {
  path: Path;
  code: () => Promise<Code>;
  messages: readonly CatalogName[];
  ask?: Ask<Path>;
}

const page = <const Path extends string, Code>(
  path: Path,
  code: () => Promise<Code>,
  messages: readonly CatalogName[],
  ask?: Ask<Path>,
): Page<Path, Code> => ({ path, code, messages, ...(ask && { ask }) });

/** Pages by address. The routers use this table, and `early.ts` prefetches from it. */
export const PAGES = {
  inbox: page('/inbox', () => import('../pages/inbox/inbox.tsx'), ['inbox'], listAllSites),
  annotation: page(
    '/inbox/$annotationId',
    () => import('../pages/inbox/annotation.tsx'),
    ['inbox'],
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
      if (completed_at) await service.listFeedback({ review_id: reviewId });
    },
  ),
  personas: page('/personas', () => import('../pages/personas/personas.tsx'), ['personas']),
  newPersona: page('/personas/new', () => import('../pages/personas/new-persona.tsx'), ['personas']),
  marketplace: page('/personas/marketplace', () => import('../pages/personas/marketplace.tsx'), ['personas']),
  persona: page('/personas/$personaId', () => import('../pages/personas/persona.tsx'), ['personas', 'reviews']),
  workspace: page('/workspace', () => import('../pages/workspace/workspace.tsx'), ['workspace']),
  account: page('/account', () => import('../pages/account/account.tsx'), ['workspace']),
  admin: page('/admin', () => import('../pages/admin/admin.tsx'), ['admin']),
  submission: page('/admin/showcase/$reviewId', () => import('../pages/admin/submission.tsx'), ['admin', 'reviews']),
  invitation: page('/invitations/$token', () => import('../pages/invitation/invitation.tsx'), ['workspace']),
};

/** Pages without an account. */
export const PUBLIC_PAGES = {
  landing: page('/', () => import('../public/landing/landing.tsx'), ['public']),
  tryOut: page('/try', () => import('../public/try/try.tsx'), ['public']),
  gallery: page('/showcase', () => import('../public/showcase/gallery.tsx'), ['public', 'reviews']),
  entry: page(
    '/showcase/$slug',
    () => import('../public/showcase/entry.tsx'),
    ['public', 'reviews'],
    (service, { slug }) => service.getShowcaseEntry({ slug }),
  ),
  shared: page(
    '/reviews/shared/$token',
    () => import('../public/shared/shared.tsx'),
    ['public', 'reviews'],
    async (service, { token }) => {
      const { completed_at } = await service.getSharedReview({ token });
      if (completed_at) await service.listSharedFeedback({ token });
    },
  ),
};
