import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, Clock, LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useWorkspace } from '../../../app/workspace.tsx';
import { ErrorNote } from '../../../kit/error-note.tsx';
import { useNumbers } from '../../../kit/numbers.ts';
import { Said } from '../../../kit/said.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { useText } from '../../../words/messages.ts';
import { type Review, useReviewQueries } from '../../reviews/data.ts';
import { isRunning } from '../../reviews/running.ts';

const ICONS = { queued: Clock, running: LoaderCircle, done: CircleCheck, failed: CircleX } as const;

const PersonaLine = ({ persona }: { persona: Review['personas'][number] }) => {
  const { state, name, title, score, error, error_codes } = persona;
  const t = useText();
  const numbers = useNumbers();
  const Icon = ICONS[state];
  return (
    <li className={`persona-line ${state}`}>
      <Icon aria-hidden="true" />
      <span>
        <strong>{name}</strong>{' '}
        <span className="fine">{error ? <Said text={error} codes={error_codes} /> : title}</span>
      </span>
      <span className="fine">
        {score === null ? t(`note.run.${state}`) : t('note.run.score', { score: numbers.score(score) })}
      </span>
    </li>
  );
};

/** Progress of a review per persona; its verdict appears in the note's thread. */
export const ReviewProgress = ({ reviewId, noteId }: { reviewId: string; noteId: string }) => {
  const t = useText();
  const numbers = useNumbers();
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const { data: review, error, refetch } = useQuery(useReviewQueries().one(reviewId));
  const hasEnded = review !== undefined && !isRunning(review);
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [workspace.id, 'note', noteId] });
  }, [hasEnded, noteId, queries, workspace.id]);
  if (error && !review) return <ErrorNote error={error} retry={refetch} />;
  if (!review) return <Skeleton lines={5} />;
  const { runs_done, runs_total, status, personas, score } = review;
  return (
    <section className="card stack" aria-label={t('note.review')}>
      <div className="row spread">
        <p role="status">
          <strong>{t(`note.review.${status}`, { done: runs_done, total: runs_total })}</strong>
        </p>
        {score && <span className="tag accent">{t('note.run.score', { score: numbers.score(score.value) })}</span>}
      </div>
      {!hasEnded && <progress value={runs_done} max={runs_total} aria-label={t('note.review')} />}
      {review.error && (
        <p className="field-error">
          <Said text={review.error} codes={review.error_codes} />
        </p>
      )}
      <ul className="persona-lines">
        {personas.map((persona) => (
          <PersonaLine key={persona.persona_id} persona={persona} />
        ))}
      </ul>
      {review.ai_live === false && <p className="fine">{t('note.review.heuristics')}</p>}
      <p>
        <Link to="/reviews/$reviewId" params={{ reviewId }}>
          {t('note.review.open')}
        </Link>
      </p>
    </section>
  );
};
