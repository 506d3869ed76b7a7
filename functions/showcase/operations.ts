import { allOrFirstError } from '../kit/all-settled.ts';
import { conflict } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';
import { pageUrl } from '../reviews/api/present-shared.ts';
import { reviewReader } from '../reviews/api/review-reader.ts';
import { judgeWhole } from '../reviews/judge/judge-review.ts';
import { adminStore } from './admin-store.ts';
import type { showcase } from './contract.ts';
import { publicStore } from './public-store.ts';
import type { EntryRow } from './schema.ts';
import { presentSnapshot, takeSnapshot } from './snapshot.ts';
import { submissionStore } from './submission-store.ts';

export const bindShowcase = (table: Table, call: Call) => ({
  ...call,
  reviews: reviewReader(table, call),
  judge: judgeWhole(table),
  submissions: submissionStore(table, call),
  showcase: publicStore(table, call),
  admin: adminStore(table, call),
});

type Showcase = Operations<ReturnType<typeof bindShowcase>, typeof showcase>;

const TRIES = 4;

const present = (entry: EntryRow) => ({
  ...entry,
  url: pageUrl(entry.slug),
  approved_at: entry.decided_at ?? entry.pending_since,
});

export const submitShowcase: Showcase['submitShowcase'] = async (ctx, { review_id }) => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [whole, facts] = await allOrFirstError([ctx.reviews.get(review_id), ctx.reviews.findFacts(review_id)]);
    const { status, showcase_state } = whole.row;
    if (status !== 'complete') throw conflict('review_not_complete');
    const isEntered = showcase_state === 'pending' || showcase_state === 'approved';
    const entry = isEntered
      ? await ctx.submissions.find(review_id)
      : await ctx.submissions.submit(whole.row, takeSnapshot(whole, await ctx.judge(whole), facts));
    if (entry) return present(entry);
  }
  throw conflict('showcase_entry_modified');
};

export const withdrawShowcase: Showcase['withdrawShowcase'] = async (ctx, { review_id }) => {
  await ctx.submissions.withdraw(await ctx.reviews.getRow(review_id));
  return { id: review_id, deleted: true };
};

export const listShowcase: Showcase['listShowcase'] = async (ctx, { query }) =>
  mapPage(await ctx.showcase.list(query), present);

export const getShowcaseEntry: Showcase['getShowcaseEntry'] = async (ctx, { slug }) => {
  const { entry, snapshot } = await ctx.showcase.get(slug);
  return { ...present(entry), ...presentSnapshot(snapshot) };
};

export const reportShowcaseEntry: Showcase['reportShowcaseEntry'] = async (ctx, { slug, body }) => {
  await ctx.showcase.report(slug, body.reason);
  return { slug, state: 'pending' };
};

export const listPendingShowcase: Showcase['listPendingShowcase'] = (ctx, { query }) => ctx.admin.listPending(query);

export const getSubmission: Showcase['getSubmission'] = async (ctx, { review_id }) => {
  const { entry, reports, snapshot } = await ctx.admin.getWhole(review_id);
  return { ...entry, reports, ...presentSnapshot(snapshot) };
};

export const approveShowcase: Showcase['approveShowcase'] = (ctx, { review_id, body }) =>
  ctx.admin.decide(review_id, 'approved', body);

export const rejectShowcase: Showcase['rejectShowcase'] = (ctx, { review_id, body }) =>
  ctx.admin.decide(review_id, 'rejected', body);
