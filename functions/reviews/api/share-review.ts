import { conflict } from '../../kit/errors.ts';
import type { Operation } from '../context.ts';
import { newShare, presentShare } from './share-token.ts';

const TRIES = 3;

/** The same token every time, but where the server key that it was derived from is retired: then a new one. */
export const shareReview: Operation<'shareReview'> = async (ctx, { review_id }) => {
  const { workspace_id } = ctx.scope;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const row = await ctx.reviews.getRow(review_id);
    const standing = presentShare(workspace_id, row);
    if (standing) return standing;
    const shared = newShare(workspace_id, review_id, ctx.now);
    const made = presentShare(workspace_id, { ...row, shared });
    if (made && (await ctx.reviews.share(row, shared))) return made;
  }
  throw conflict('share_modified');
};
