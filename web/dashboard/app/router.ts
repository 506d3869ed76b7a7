import { history } from '../kit/router/history.ts';
import { startRouter } from '../kit/router/router.ts';
import type { Path, Target } from '../kit/router/target.ts';
import type { readAdminSearch } from '../pages/admin/search.ts';
import type { InboxSearch } from '../pages/inbox/search.ts';
import type { PersonasSearch } from '../pages/personas/search.ts';
import type { NewReviewSearch, ReviewsSearch } from '../pages/reviews/search.ts';
import type { readSiteSearch } from '../pages/sites/search.ts';
import type { WorkspaceSearch } from '../pages/workspace/search.ts';
import { offerWorkspace } from '../session/workspace.tsx';
import { DASHBOARD, matchPage } from './match-page.ts';
import type { PAGES } from './pages.ts';

/** `/dashboard/#/annotations/<id>`: used in exported documents, so it has to stay stable. */
const EXPORTED_NOTE = /^#\/annotations\/(\w+)$/;

const REDIRECTS: Readonly<Record<string, () => Target<Path>>> = {
  '/': () => {
    const [, annotationId] = EXPORTED_NOTE.exec(history.location.hash) ?? [];
    return annotationId ? { to: '/inbox/$annotationId', params: { annotationId } } : { to: '/inbox' };
  },
  '/wallet': () => ({ to: '/workspace', search: { tab: 'wallet' } }),
};

/** Links in mails name it. Removed from the address, so that a reload keeps a workspace that is chosen later. */
const takeLinkedWorkspace = (): void => {
  const url = new URL(location.href);
  const id = url.searchParams.get('workspace');
  if (id === null) return;
  offerWorkspace(id);
  url.searchParams.delete('workspace');
  window.history.replaceState(window.history.state, '', url);
};

/** Repeated calls do nothing. */
export const startDashboard = (): void => {
  takeLinkedWorkspace();
  void startRouter({ base: DASHBOARD, pageAt: matchPage, redirects: REDIRECTS });
};

declare module '../kit/router/target.ts' {
  interface Register {
    path: (typeof PAGES)[keyof typeof PAGES]['path'];
    searches: {
      '/inbox': InboxSearch;
      '/sites/$siteId': ReturnType<typeof readSiteSearch>;
      '/reviews': ReviewsSearch;
      '/reviews/new': NewReviewSearch;
      '/personas': PersonasSearch;
      '/personas/marketplace': PersonasSearch;
      '/workspace': WorkspaceSearch;
      '/admin': ReturnType<typeof readAdminSearch>;
    };
  }
}
