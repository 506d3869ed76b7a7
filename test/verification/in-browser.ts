import type { PageSeen } from '../../functions/browser/render-page.ts';
import { visit } from '../../functions/browser/visit.ts';
import type { verifyFix } from '../../functions/verification/verify-fix.ts';

export type Render = Parameters<typeof verifyFix>[0]['renderPage'];
/** The service's browser, without a Lambda and a bucket between. */
export const inBrowser: Render = async (order) => {
  const NOWHERE = { url: '', headers: {} };
  const page = await visit({ ...order, uploads: { whole_page: NOWHERE } });
  if (!page.ok) return page;
  const { whole_page } = page.pictures;
  return {
    ...page,
    pictures: whole_page ? { whole_page: { ...whole_page, key: '', type: 'image/jpeg' } } : {},
  } as PageSeen;
};
