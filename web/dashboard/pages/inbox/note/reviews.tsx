import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useWorkspace } from '../../../app/workspace.tsx';
import { ErrorNote } from '../../../kit/error-note.tsx';
import { lazyComponent } from '../../../kit/lazy-component.ts';
import { useNumbers } from '../../../kit/numbers.ts';
import { Time } from '../../../kit/time.tsx';
import { useText } from '../../../words/messages.ts';
import { type Review, type ReviewRow, useReviewQueries } from '../../reviews/data.ts';
import { isRunning } from '../../reviews/running.ts';
import type { Note } from '../data.ts';
import { useNoteReviews } from './data.ts';
import { ReviewProgress } from './review-progress.tsx';

const RunPersonas = lazyComponent(
  () => import('./run-personas.tsx'),
  (it) => it.RunPersonas,
);

const Earlier = ({ review: { id, status, runs_done, runs_total, score, created_at } }: { review: ReviewRow }) => {
  const t = useText();
  const numbers = useNumbers();
  return (
    <li>
      <Link to="/reviews/$reviewId" params={{ reviewId: id }}>
        {t(`note.review.${status}`, { done: runs_done, total: runs_total })}
      </Link>{' '}
      <span className="fine">
        {score !== null && <>{t('note.run.score', { score: numbers.score(score) })} · </>}
        <Time at={created_at} />
      </span>
    </li>
  );
};

/** Persona reviews of the note: the current or latest one, and earlier ones. */
export const NoteReviews = ({ note }: { note: Note }) => {
  const t = useText();
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const mine = useNoteReviews(note);
  const one = useReviewQueries().one;
  const { data: reviews = [], error, refetch } = useQuery(mine);
  const [isChoosing, setChoosing] = useState(false);
  const [started, setStarted] = useState<readonly string[]>([]);
  const isOpen = (review: ReviewRow) => started.includes(review.id) || isRunning(review);
  const mayRun = workspace.role !== 'GUEST';
  const show = (review: Review) => {
    queries.setQueryData(one(review.id).queryKey, review);
    const { score, calibration, ...row } = review;
    const listed: ReviewRow = { ...row, score: score?.value ?? null, calibrated: calibration?.calibrated ?? false };
    queries.setQueryData(mine.queryKey, (known: ReviewRow[] = []) => [listed, ...known]);
    setStarted([review.id, ...started]);
  };
  if (!mayRun && reviews.length === 0 && !error) return null;
  return (
    <section className="stack" aria-labelledby="personas">
      <div className="row spread">
        <h2 id="personas">{t('note.reviews')}</h2>
        {mayRun && (
          <button type="button" className="button" onClick={() => setChoosing(true)}>
            <UsersRound aria-hidden="true" /> {t('note.run')}
          </button>
        )}
      </div>
      {error && <ErrorNote error={error} retry={refetch} />}
      {reviews.length === 0 && <p className="soft">{t('note.reviews.none')}</p>}
      {reviews.filter(isOpen).map(({ id }) => (
        <ReviewProgress key={id} reviewId={id} noteId={note.id} />
      ))}
      {reviews.some((review) => !isOpen(review)) && (
        <ul className="earlier">
          {reviews
            .filter((review) => !isOpen(review))
            .map((review) => (
              <Earlier key={review.id} review={review} />
            ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {isChoosing && <RunPersonas note={note} onStarted={show} onClose={() => setChoosing(false)} />}
      </Suspense>
    </section>
  );
};
