import { conflict } from '../kit/errors.ts';
import type { Operation } from './context.ts';
import { presentSubmission } from './present-entry.ts';
import { takeSnapshot } from './snapshot.ts';

const TRIES = 4;

/** What stands behind the slug is the review as it was when it was submitted: an entry that waits or is public stays as it is. */
export const submitShowcase: Operation<'submitShowcase'> = async (ctx, { review_id }) => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const whole = await ctx.reviews.get(review_id);
    const { status, showcase_state } = whole.row;
    if (status !== 'complete') {
      throw conflict('review_not_complete');
    }
    const isEntered = showcase_state === 'pending' || showcase_state === 'approved';
    const entry = isEntered
      ? await ctx.submissions.find(review_id)
      : await ctx.submissions.submit(whole.row, takeSnapshot(whole, await ctx.judge(whole)));
    if (entry) return presentSubmission(entry);
  }
  throw conflict('showcase_entry_modified');
};
