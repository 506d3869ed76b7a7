import '../reviews/report/report.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorNote } from '../../kit/error-note.tsx';
import { useNumbers } from '../../kit/numbers.ts';
import { Said } from '../../kit/said.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useText } from '../../words/messages.ts';
import { type Review, useReviewQueries } from '../reviews/data.ts';
import { Finding } from '../reviews/report/finding.tsx';
import { isRunning } from '../reviews/running.ts';

const Ended = ({ review }: { review: Review }) => {
  const t = useText();
  const numbers = useNumbers();
  const { data: feedback, error, refetch } = useQuery(useReviewQueries().feedback(review));
  const [run] = review.personas;
  const { error: why, error_codes: codes } = run?.error ? run : review;
  if (review.status === 'failed')
    return <p className="callout">{why ? <Said text={why} codes={codes} /> : t('personas.test.failed')}</p>;
  if (error) return <ErrorNote error={error} retry={refetch} />;
  if (!feedback) return <Skeleton lines={4} />;
  return (
    <>
      {run && run.score !== null && (
        <p className="test-score">
          <strong>{numbers.score(run.score)}</strong> {t('personas.test.of_five')}
        </p>
      )}
      {run?.summary && <p dir="auto">{run.summary}</p>}
      {review.ai_live === false && <p className="fine">{t('review.not_live')}</p>}
      <div>
        <h3>{t('personas.test.found')}</h3>
        {feedback.items.map((finding) => (
          <Finding key={finding.id} finding={finding} heading={finding.dimension} isOpen={false} />
        ))}
      </div>
    </>
  );
};

/** A test from its start to the persona's verdict. */
export const TestResult = ({ review_id }: { review_id: string }) => {
  const t = useText();
  const { data: review, error, refetch } = useQuery(useReviewQueries().one(review_id));
  if (error && !review) return <ErrorNote error={error} retry={refetch} />;
  if (!review) return <Skeleton lines={4} />;
  const state = isRunning(review) ? (review.personas[0]?.state === 'running' ? 'running' : 'queued') : 'ended';
  return (
    <div className="stack test-result">
      <p role="status" className="test-state" data-state={state}>
        {t(`personas.test.${state}`)}
      </p>
      {state === 'ended' && <Ended review={review} />}
      <p>
        <Link to="/reviews/$reviewId" params={{ reviewId: review_id }}>
          {t('personas.test.open')}
        </Link>
      </p>
    </div>
  );
};
