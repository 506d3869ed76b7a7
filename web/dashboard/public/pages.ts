import { page } from '../kit/page-table.ts';

export const PUBLIC_PAGES = {
  landing: page('/', () => import('./landing/landing.tsx'), 'LandingPage', ['public']),
  tryOut: page('/try', () => import('./try/try.tsx'), 'TryPage', ['public']),
  docs: page('/docs', () => import('./docs/docs.tsx'), 'DocsPage', ['public']),
  guide: page('/docs/$guide', () => import('./docs/docs.tsx'), 'DocsPage', ['public']),
  sample: page('/reviews/sample', () => import('./sample/sample.tsx'), 'SamplePage', ['public', 'reviews']),
  gallery: page('/showcase', () => import('./showcase/gallery.tsx'), 'GalleryPage', ['public', 'reviews']),
  entry: page(
    '/showcase/$slug',
    () => import('./showcase/entry.tsx'),
    'EntryPage',
    ['public', 'reviews'],
    (service, { slug }) => service.getShowcaseEntry({ slug }),
  ),
  shared: page(
    '/reviews/shared/$token',
    () => import('./shared/shared.tsx'),
    'SharedPage',
    ['public', 'reviews'],
    async (service, { token }) => {
      const { completed_at } = await service.getSharedReview({ token });
      if (completed_at) await Promise.all([service.listSharedFeedback({ token }), service.listSharedFacts({ token })]);
    },
  ),
};
