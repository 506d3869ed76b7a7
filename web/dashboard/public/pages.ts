import { page } from '../kit/page-table.ts';

export const PUBLIC_PAGES = {
  landing: page('/', () => import('./landing/landing.tsx'), ['public']),
  tryOut: page('/try', () => import('./try/try.tsx'), ['public']),
  docs: page('/docs', () => import('./docs/docs.tsx'), ['public']),
  guide: page('/docs/$guide', () => import('./docs/docs.tsx'), ['public']),
  sample: page('/reviews/sample', () => import('./sample/sample.tsx'), ['public', 'reviews']),
  gallery: page('/showcase', () => import('./showcase/gallery.tsx'), ['public', 'reviews']),
  entry: page(
    '/showcase/$slug',
    () => import('./showcase/entry.tsx'),
    ['public', 'reviews'],
    (service, { slug }) => service.getShowcaseEntry({ slug }),
  ),
  shared: page(
    '/reviews/shared/$token',
    () => import('./shared/shared.tsx'),
    ['public', 'reviews'],
    async (service, { token }) => {
      const { completed_at } = await service.getSharedReview({ token });
      if (completed_at) await Promise.all([service.listSharedFeedback({ token }), service.listSharedFacts({ token })]);
    },
  ),
};
