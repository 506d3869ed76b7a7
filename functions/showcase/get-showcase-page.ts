import type { RawAnswer } from '../kit/contract.ts';
import { Refusal } from '../kit/errors.ts';
import type { Operation } from './context.ts';
import { entryPage, missingPage } from './entry-page.ts';
import { PAGE_HEADERS } from './page-parts.ts';

const page = (status: number, text: string): RawAnswer => ({
  status,
  headers: { ...PAGE_HEADERS, vary: 'Accept' },
  text,
});

/** Browsers get a page where nothing is public either; everybody else the usual error. */
export const getShowcasePage: Operation<'getShowcasePage'> = async (ctx, { slug }) => {
  try {
    const { entry, snapshot } = await ctx.showcase.get(slug);
    return page(200, entryPage(entry, snapshot));
  } catch (error) {
    const isMissing = error instanceof Refusal && error.status === 404;
    if (isMissing && /\btext\/html\b/.test(ctx.request.headers.accept ?? '')) return page(404, missingPage());
    throw error;
  }
};
