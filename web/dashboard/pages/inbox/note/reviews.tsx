import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, LoaderCircle, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { formatScore, Time } from '../../../kit/formats.tsx';
import { lazyComponent } from '../../../kit/lazy-component.tsx';
import { Link } from '../../../kit/router/link.tsx';
import { Said } from '../../../kit/said.tsx';
import { ErrorNote, isNotFound, Skeleton } from '../../../kit/states.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { isRunning, type Review, type ReviewRow, useReviewQueries, useShowStarted } from '../../reviews/data.ts';
import { type Note, useNoteQueries } from '../data.ts';

const RunPersonas = lazyComponent(async () => (await import('./run-personas.tsx')).RunPersonas, null);

const ICONS = { queued: Clock, running: LoaderCircle, done: CircleCheck, failed: CircleX } as const;

const PersonaLine = ({ persona }: { persona: Review['personas'][number] }) => {
  const { state, name, title, score, error, error_codes } = persona;
  const Icon = ICONS[state];
  return (
    <li className="item-line">
      <Icon aria-hidden="true" className={`state-icon ${state}`} />
      <span>
        <strong>{name}</strong>{' '}
        <span className="fine">{error ? <Said text={error} codes={error_codes} /> : title}</span>
      </span>
      <span className="fine">
        {score === null ? t(`note.run.${state}`) : t('note.run.score', { score: formatScore(score) })}
      </span>
    </li>
  );
};

const ReviewProgress = ({ reviewId, noteId }: { reviewId: string; noteId: string }) => {
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const { data: review, error, refetch } = useQuery(useReviewQueries().one(reviewId));
  const hasEnded = review !== undefined && !isRunning(review);
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [workspace.id, 'note', noteId] });
  }, [hasEnded, noteId, queries, workspace.id]);
  if (error && (!review || isNotFound(error))) return <ErrorNote error={error} retry={refetch} />;
  if (!review) return <Skeleton lines={5} />;
  const { runs_done, runs_total, status, personas, score } = review;
  return (
    <section className="card stack" aria-label={t('note.review')}>
      <div className="row spread">
        <p role="status">
          <strong>{t(`note.review.${status}`, { done: runs_done, total: runs_total })}</strong>
        </p>
        {score && (
          <span className="tag accent">{t(`note.score.${score.basis}`, { score: formatScore(score.value) })}</span>
        )}
      </div>
      {!hasEnded && <progress value={runs_done} max={runs_total} aria-label={t('note.review')} />}
      {review.error && (
        <p className="field-error">
          <Said text={review.error} codes={review.error_codes} />
        </p>
      )}
      <ul className="stack tight">
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

const Earlier = ({
  review: { id, status, runs_done, runs_total, score, basis, created_at },
}: {
  review: ReviewRow;
}) => (
  <li>
    <Link to="/reviews/$reviewId" params={{ reviewId: id }}>
      {t(`note.review.${status}`, { done: runs_done, total: runs_total })}
    </Link>{' '}
    <span className="fine">
      {score !== null && basis && <>{t(`note.score.${basis}`, { score: formatScore(score) })} · </>}
      <Time at={created_at} />
    </span>
  </li>
);

export const NoteReviews = ({ note }: { note: Note }) => {
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const mine = useNoteQueries().reviews(note);
  const showStarted = useShowStarted();
  const { data: reviews = [], error, refetch } = useQuery(mine);
  const [isChoosing, setChoosing] = useState(false);
  const [started, setStarted] = useState<readonly string[]>([]);
  const isOpen = (review: ReviewRow) => started.includes(review.id) || isRunning(review);
  const earlier = reviews.filter((review) => !isOpen(review));
  const mayRun = workspace.role !== 'GUEST';
  const show = (review: Review) => {
    showStarted(review);
    const { score, ...row } = review;
    const listed: ReviewRow = { ...row, score: score?.value ?? null, basis: score?.basis ?? null };
    queries.setQueryData(mine.queryKey, (known: ReviewRow[] = []) => [listed, ...known]);
    setStarted([review.id, ...started]);
  };
  if (!mayRun && reviews.length === 0 && !error) return null;
  return (
    <section className="stack" aria-labelledby="personas">
      <div className="row spread">
        <h2 id="personas">{t('note.reviews')}</h2>
        {mayRun && (
          <Button icon={UsersRound} onClick={() => setChoosing(true)}>
            {t('note.run')}
          </Button>
        )}
      </div>
      {error && <ErrorNote error={error} retry={refetch} />}
      {reviews.length === 0 && <p className="soft">{t('note.reviews.none')}</p>}
      {reviews.filter(isOpen).map(({ id }) => (
        <ReviewProgress key={id} reviewId={id} noteId={note.id} />
      ))}
      {earlier.length > 0 && (
        <ul className="stack tight">
          {earlier.map((review) => (
            <Earlier key={review.id} review={review} />
          ))}
        </ul>
      )}
      {isChoosing && <RunPersonas note={note} onStarted={show} onClose={() => setChoosing(false)} />}
    </section>
  );
};
