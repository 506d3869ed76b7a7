import { reviewPartition } from '../../functions/kit/table/keys.ts';
import { memoize } from '../memoize.ts';
import { endedReview } from '../reviews.ts';
import { type Asked, call } from '../world.ts';
import { asAdmin, type Case, type Ground, get, post, send } from './case.ts';

interface Submitted {
  review_id: string;
  slug: string;
}

const submit = async (g: Ground): Promise<Submitted> =>
  call(post(`/api/reviews/${await endedReview(g)}/showcase`, g.token));

const decide = async (g: Ground, { review_id }: Submitted, how: 'approve' | 'reject'): Promise<Asked> =>
  post(`/api/admin/showcase/${review_id}/${how}`, await asAdmin(g), { note: 'Seen.' });

const approved = async (g: Ground): Promise<Submitted> => {
  const submitted = await submit(g);
  await call(await decide(g, submitted, 'approve'));
  return submitted;
};

/** Shared by all cases that only read an entry. */
const readable = memoize(approved);

/** The snapshot contains the review's own rows, compressed. */
const ofReview = (id: string, { workspace_id }: Ground) => [reviewPartition(workspace_id, id)];

const readEntry = (): Case => {
  let id = '';
  return {
    of: 'getShowcaseEntry',
    ask: async (g) => {
      const { review_id, slug } = await readable(g);
      id = review_id;
      return get(`/api/showcase/${slug}`);
    },
    reads: (_, g) => ofReview(id, g),
  };
};

const report = (slug: string): Asked =>
  post(`/api/showcase/${slug}/report`, undefined, { reason: 'It is an advertisement.' });

export const showcase: Case[] = [
  {
    of: 'submitShowcase',
    ask: async (g) => post(`/api/reviews/${await endedReview(g)}/showcase`, g.token),
    reads: ({ path }, g) => ofReview(path.split('/')[3] ?? '', g),
  },
  {
    of: 'withdrawShowcase',
    ask: async (g) => send('DELETE', `/api/reviews/${(await approved(g)).review_id}/showcase`, g.token),
  },
  readEntry(),
  {
    of: 'listShowcase',
    ask: async (g) => {
      await readable(g);
      return get('/api/showcase');
    },
  },
  { of: 'reportShowcaseEntry', ask: async (g) => report((await approved(g)).slug) },
  {
    of: 'reportShowcaseEntry',
    variant: 'one that waits',
    ask: async (g) => report((await submit(g)).slug),
  },
  {
    of: 'listPendingShowcase',
    ask: async (g) => {
      const { slug } = await approved(g);
      await call(report(slug));
      return get('/api/admin/showcase/pending', await asAdmin(g));
    },
  },
  {
    of: 'getSubmission',
    ask: async (g) => get(`/api/admin/showcase/${(await submit(g)).review_id}`, await asAdmin(g)),
    reads: ({ path }, g) => ofReview(path.split('/')[4] ?? '', g),
  },
  { of: 'approveShowcase', ask: async (g) => decide(g, await submit(g), 'approve') },
  { of: 'rejectShowcase', ask: async (g) => decide(g, await submit(g), 'reject') },
];
