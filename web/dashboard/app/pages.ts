import type { Client } from '../../client/index.ts';
import { listAllSites } from '../pages/sites/all-sites.ts';
import type { CatalogueName } from '../words/catalogs.ts';

/** The variables of a path such as `/sites/$siteId`. */
type Names<Path extends string> = Path extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<More>
    : Rest
  : never;

/** What a page asks for first; it asks again by itself, and takes the answer that is on its way. */
type Ask<Path extends string> = (service: Client, at: Record<Names<Path>, string>) => Promise<unknown>;

export interface Page<Path extends string, Code> {
  path: Path;
  code: () => Promise<Code>;
  messages: readonly CatalogueName[];
  ask?: Ask<Path>;
}

const page = <const Path extends string, Code>(
  path: Path,
  code: () => Promise<Code>,
  messages: readonly CatalogueName[],
  ask?: Ask<Path>,
): Page<Path, Code> => ({ path, code, messages, ...(ask && { ask }) });

/** What each address opens. The routers take their pages from here, `early.ts` asks for one of them before the rest has come. */
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
      // Of one that still runs there will be more by the time the page asks.
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

/** For people without an account. */
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
