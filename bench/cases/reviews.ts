import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, reviewPartition } from '../../functions/kit/table/keys.ts';
import { MAX_BINS, MAX_HISTORY } from '../../functions/reviews/workspace-calibration.ts';
import { memoize } from '../memoize.ts';
import { endedReview, newReview, REVIEW, runReview } from '../reviews.ts';
import { type Asked, call } from '../world.ts';
import { alsoOnce, type Case, type Ground, get, post, send } from './case.ts';

/** Shared by all cases that only read a review. */
const readable = memoize(endedReview);

const read = (of: string, path: (id: string) => string): Case => ({
  of,
  ask: async (g) => get(path(await readable(g)), g.token),
  reads: ({ path: asked }, { workspace_id }) => [reviewPartition(workspace_id, asked.split('/')[3] ?? '')],
});

const shared = async (g: Ground) => {
  const id = await readable(g);
  const { token } = await call<{ token: string }>(post(`/api/reviews/${id}/share`, g.token));
  return `/api/reviews/shared/${token}`;
};

/** A share link's holder reads the same rows. */
const readShared = (of: string, suffix: string): Case => {
  let id = '';
  return {
    of,
    ask: async (g) => {
      id = await readable(g);
      return get(`${await shared(g)}${suffix}`);
    },
    reads: (_, { workspace_id }) => [reviewPartition(workspace_id, id)],
  };
};

const feedbackOf = async (g: Ground, id: string): Promise<string> => {
  const { items } = await call<{ items: { id: string }[] }>(get(`/api/reviews/${id}/feedback`, g.token));
  return `/api/reviews/${id}/feedback/${items[0]?.id}`;
};

const onNote =
  (prefix: string) =>
  async (g: Ground): Promise<Asked> =>
    post(`${prefix}/annotations/${await g.note()}/run-personas`, g.token);

/** Of a text that two panels judged. */
const comparing = (): Case => {
  let before = '';
  return {
    of: 'compareReview',
    ask: async (g) => {
      before = await endedReview(g);
      const { id } = await call<{ id: string }>(post(`/api/reviews/${before}/again`, g.token));
      await runReview(g, id);
      return get(`/api/reviews/${id}/compare`, g.token);
    },
    reads: ({ path }, { workspace_id }) =>
      [before, path.split('/')[3] ?? ''].map((id) => reviewPartition(workspace_id, id)),
  };
};

/** One persona of an ended review, as if its model had failed. */
const partialReview = async (g: Ground): Promise<string> => {
  const id = await endedReview(g);
  const { table, workspace_id } = g;
  const { items } = await table.query({ partition: reviewPartition(workspace_id, id), sort: ['begins_with', 'RUN#'] });
  const [run] = items;
  if (!run) throw new Error('The review has no runs.');
  await table.transact([
    { update: run, set: { state: 'failed' } },
    { update: keys.review(workspace_id, id), set: { status: 'partial', runs_failed: 1 } },
  ]);
  return id;
};

/** Three judges whose histories are full. */
const calibrated = async ({ table, workspace_id, token }: Ground): Promise<Asked> => {
  const skill = { value: 0.1234, interval: [0.0123, 0.2345] };
  const [at, state] = [now(), 'calibrated'];
  const record = {
    ...{
      at,
      answered_at: at,
      given: 1000,
      in_use: 1000,
      reviews: 250,
      since: null,
      calibrator_id: newId(),
      state,
      skill,
    },
    bins: Array.from({ length: MAX_BINS }, () => ({ count: 67, predicted: 0.1234, observed: 0.1234 })),
    history: Array.from({ length: MAX_HISTORY }, () => ({ at, labels: 1000, state, skill })),
  };
  await table.transact(
    [0, 1, 2].map((index) => ({
      put: {
        ...keys.calibrationRecord(workspace_id, `judge-${index}`),
        ...record,
        judge: { model: `model-${index}`, prompt: 'p1' },
      },
    })),
  );
  return get('/api/calibration', token);
};

export const reviews: Case[] = [
  ...alsoOnce({ of: 'createReview', ask: async (g) => post('/api/reviews', g.token, REVIEW) }),
  {
    of: 'createReview',
    variant: 'a site, to be read first',
    ask: async (g) => {
      const body = { title: 'Shop', input_type: 'site', url: 'https://shop.example.com/', widget_site_id: g.site.id };
      return post('/api/reviews', g.token, body);
    },
  },
  {
    of: 'listReviews',
    ask: async (g) => {
      await Promise.all(Array.from({ length: 60 }, () => newReview(g)));
      return get('/api/reviews', g.token);
    },
  },
  {
    of: 'listReviews',
    variant: 'of a site',
    ask: async (g) => get(`/api/reviews?widget_site_id=${g.site.id}`, g.token),
  },
  read('getReview', (id) => `/api/reviews/${id}`),
  {
    of: 'deleteReview',
    ask: async (g) => send('DELETE', `/api/reviews/${await newReview(g)}`, g.token),
  },
  read('reviewMarkdown', (id) => `/api/reviews/${id}/markdown`),
  { of: 'shareReview', ask: async (g) => post(`/api/reviews/${await newReview(g)}/share`, g.token) },
  {
    of: 'unshareReview',
    ask: async (g) => {
      const path = `/api/reviews/${await newReview(g)}/share`;
      await call(post(path, g.token));
      return send('DELETE', path, g.token);
    },
  },
  readShared('getSharedReview', ''),
  read('listFeedback', (id) => `/api/reviews/${id}/feedback`),
  readShared('listSharedFeedback', '/feedback'),
  read('listFacts', (id) => `/api/reviews/${id}/facts`),
  readShared('listSharedFacts', '/facts'),
  {
    of: 'rateFeedback',
    ask: async (g) => post(`${await feedbackOf(g, await readable(g))}/rate`, g.token, { rating: 4, comment: 'True.' }),
    reads: ({ path }, { workspace_id }) => [reviewPartition(workspace_id, path.split('/')[3] ?? '')],
  },
  {
    of: 'ratePage',
    ask: async (g) => send('PUT', `/api/reviews/${await readable(g)}/page-rating`, g.token, { rating: 4 }),
    reads: ({ path }, { workspace_id }) => [reviewPartition(workspace_id, path.split('/')[3] ?? '')],
  },
  {
    of: 'withdrawPageRating',
    ask: async (g) => {
      const path = `/api/reviews/${await readable(g)}/page-rating`;
      await call(send('PUT', path, g.token, { rating: 4 }));
      return send('DELETE', path, g.token);
    },
    reads: ({ path }, { workspace_id }) => [reviewPartition(workspace_id, path.split('/')[3] ?? '')],
  },
  {
    of: 'createFeedbackNote',
    ask: async (g) => post(`${await feedbackOf(g, await endedReview(g))}/note`, g.token),
    reads: ({ path }, { workspace_id }) => [reviewPartition(workspace_id, path.split('/')[3] ?? '')],
  },
  {
    of: 'repeatReview',
    ask: async (g) => post(`/api/reviews/${await readable(g)}/again`, g.token),
    reads: ({ path }, { workspace_id }) => [reviewPartition(workspace_id, path.split('/')[3] ?? '')],
  },
  comparing(),
  { of: 'getCalibration', ask: calibrated },
  {
    of: 'finishReview',
    ask: async (g) => post(`/api/reviews/${await partialReview(g)}/finish`, g.token),
    reads: ({ path }, { workspace_id }) => [reviewPartition(workspace_id, path.split('/')[3] ?? '')],
  },
  {
    of: 'getReviewUploadUrl',
    ask: async (g) =>
      post('/api/reviews/upload-url', g.token, { kind: 'pdf', content_type: 'application/pdf', size: 1000 }),
  },
  { of: 'runPersonas', ask: onNote('/api/v1') },
  { of: 'runWidgetPersonas', ask: onNote('/api/widget') },
];
