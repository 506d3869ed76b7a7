import { isVisible } from '../../kit/actor.ts';
import { notFound } from '../../kit/errors.ts';
import { mapPage } from '../../kit/table/page.ts';
import type { Operation } from '../context.ts';
import { presentListed } from './present-review.ts';

export const listReviews: Operation<'listReviews'> = async (ctx, { query }) => {
  const { widget_site_id, limit, cursor, annotation_id } = query;
  if (widget_site_id !== undefined && !isVisible(ctx.scope, widget_site_id)) throw notFound();
  const page = await ctx.reviews.list({ widget_site_id, annotation_id }, { limit, cursor });
  // Reviews stand under a site only while it stands, so an empty page alone leaves open whether there is one.
  if (page.items.length === 0 && widget_site_id !== undefined && !(await ctx.reviews.hasSite(widget_site_id))) {
    throw notFound();
  }
  return mapPage(page, presentListed);
};
