import { useQuery } from '@tanstack/react-query';
import { useIsDeferred } from '../../kit/deferred.ts';
import { Page } from '../../kit/page.tsx';
import { useParams } from '../../kit/router/router.ts';
import { ErrorNote, isNotFound, Waiting } from '../../kit/states.tsx';
import { isRunning, refreshOf } from '../../pages/reviews/data.ts';
import { ReviewReport } from '../../pages/reviews/report/review-report.tsx';
import { t } from '../../words/messages.ts';
import { useDescription, useUnlisted } from '../describe.ts';
import { Missing } from '../not-found-page.tsx';
import { PrintButton } from '../print-button.tsx';
import { withQueries } from '../query-provider.tsx';
import { service } from '../service.ts';

/** All users of one IP address share 60 public requests a minute. */
const REFRESH_MS = 3000;

const useShared = (token: string) => {
  const review = useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => service.getSharedReview({ token }, { signal }),
    refetchInterval: ({ state: { data, error } }) => refreshOf(data, error, REFRESH_MS),
  });
  const done = review.data?.runs_done ?? 0;
  const feedback = useQuery({
    queryKey: ['shared', token, 'feedback', done, review.data?.status],
    queryFn: ({ signal }) => service.listSharedFeedback({ token }, { signal }),
    enabled: done > 0,
    placeholderData: (before) => before,
  });
  const facts = useQuery({
    queryKey: ['shared', token, 'facts', review.data?.status],
    queryFn: ({ signal }) => service.listSharedFacts({ token }, { signal }),
    enabled: review.data !== undefined && !isRunning(review.data),
  });
  return { review, feedback, facts };
};

export const SharedPage = withQueries(() => {
  const { token } = useParams('/reviews/shared/$token');
  const { review, feedback, facts } = useShared(token);
  const hasTurn = useIsDeferred(review.data !== undefined);
  useDescription(t('shared.description'));
  useUnlisted();
  if (isNotFound(review.error)) return <Missing title={t('shared.missing')} hint={t('shared.missing.hint')} />;
  if (!review.data || !hasTurn) return <Waiting query={review} />;
  const lead = isRunning(review.data) ? t('shared.running') : undefined;
  return (
    <Page title={review.data.title} above={t('shared.above')} lead={lead} actions={<PrintButton />}>
      <div className="stack loose">
        {feedback.error && !feedback.data && <ErrorNote error={feedback.error} retry={feedback.refetch} />}
        {facts.error && !facts.data && <ErrorNote error={facts.error} retry={facts.refetch} />}
        <ReviewReport
          review={review.data}
          feedback={feedback.data}
          facts={facts.data}
          isLoading={feedback.isLoading || facts.isLoading}
        />
      </div>
    </Page>
  );
});
