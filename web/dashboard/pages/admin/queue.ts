import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { keepText } from '../../kit/drafts.ts';
import { useIsHere } from '../../kit/here.ts';
import { navigate } from '../../kit/router/router.ts';
import { notify, notifyError } from '../../kit/toast.ts';
import { serviceFor } from '../../session/service.ts';
import { t } from '../../words/messages.ts';
import { adminQueries, type Submission } from './data.ts';

export const publicPageOf = (slug: string): string => `${location.origin}/showcase/${slug}`;

const useNext = (review_id: string): string | undefined => {
  const { data } = useInfiniteQuery(adminQueries.queue);
  const waiting = data?.pages.flatMap(({ items }) => items.map((item) => item.review_id)) ?? [];
  const others = waiting.filter((id) => id !== review_id);
  return others[waiting.indexOf(review_id)] ?? others[0];
};

export const useGoOn = (review_id: string): { hasNext: boolean; goOn: () => void } => {
  const next = useNext(review_id);
  const goOn = () =>
    void (next
      ? navigate({ to: '/admin/showcase/$reviewId', params: { reviewId: next } })
      : navigate({ to: '/admin' }));
  return { hasNext: next !== undefined, goOn };
};

export const rejectionKey = (review_id: string): string => `rejection.${review_id}`;

type Decision = { to: 'approved' } | { to: 'rejected'; note: string };

/** About what was shown: the workspace may have submitted the review again since. */
const send = ({ review_id, submitted_at }: Submission, decision: Decision) =>
  decision.to === 'approved'
    ? serviceFor().approveShowcase({ review_id, body: { submitted_at } })
    : serviceFor().rejectShowcase({ review_id, body: { note: decision.note, submitted_at } });

export const useDecide = (submission: Submission) => {
  const { review_id, title, slug } = submission;
  const queries = useQueryClient();
  const { goOn } = useGoOn(review_id);
  const isHere = useIsHere();
  return useMutation({
    mutationFn: (decision: Decision) => send(submission, decision),
    onSuccess: (_, { to }) => {
      keepText(rejectionKey(review_id), '');
      notify(t(`admin.done.${to}`, { title, url: publicPageOf(slug) }));
      queries.setQueryData(
        adminQueries.queue.queryKey,
        (queue) =>
          queue && {
            ...queue,
            pages: queue.pages.map((page) => ({
              ...page,
              items: page.items.filter((item) => item.review_id !== review_id),
            })),
          },
      );
      void queries.invalidateQueries({ queryKey: adminQueries.submission(review_id).queryKey });
      if (isHere()) goOn();
    },
    onError: (error) => {
      notifyError(error);
      void queries.invalidateQueries({ queryKey: ['admin'] });
    },
  });
};
