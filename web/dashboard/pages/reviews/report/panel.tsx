import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { saidByAll } from '../../../../../functions/reviews/report/said-by-all.ts';
import { formatScore } from '../../../kit/formats.tsx';
import { Said } from '../../../kit/said.tsx';
import { t } from '../../../words/messages.ts';
import type { ReportedPersona, ReportedReview } from './types.ts';

const ICONS = { queued: CircleDashed, running: LoaderCircle, done: CircleCheck, failed: CircleAlert } as const;

const Persona = ({ persona, summary }: { persona: ReportedPersona; summary: string }) => {
  const { name, title, state, score, error, error_codes, samples, samples_asked, left_out } = persona;
  const Icon = ICONS[state];
  return (
    <li className="item-line panel-persona" data-state={state}>
      <Icon aria-hidden="true" className={`state-icon ${state}`} />
      <div>
        <p>
          <strong dir="auto">{name}</strong>{' '}
          <span className="fine" dir="auto">
            {title}
          </span>
        </p>
        {summary && (
          <p className="words" dir="auto">
            {summary}
          </p>
        )}
        {state === 'done' && samples < samples_asked && (
          <p className="fine">{t('review.panel.samples', { samples, asked: samples_asked })}</p>
        )}
        {left_out > 0 && <p className="fine">{t('review.panel.left_out', { count: left_out })}</p>}
        {error && (
          <p className="panel-error">
            <Said text={error} codes={error_codes} />
          </p>
        )}
      </div>
      <span className="panel-score">
        {score === null ? <span className="fine">{t(`review.run.${state}`)}</span> : formatScore(score)}
      </span>
    </li>
  );
};

/** By then each has been asked once. */
const ASKED_MS = 20_000;

/** If some have waited this long, their first attempt failed. */
const AskedAgain = ({ since }: { since: number }) => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(true), Math.max(0, since + ASKED_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [since]);
  return isLate && <p className="callout">{t('review.panel.again')}</p>;
};

export const Panel = ({ review }: { review: ReportedReview }) => {
  const { personas, runs_done, runs_failed, runs_total, content, updated_at } = review;
  const isWhole = runs_total > 0 && runs_done >= runs_total;
  const isWaiting = !isWhole && personas.some(({ state }) => state === 'queued');
  const { shared, left } = saidByAll(personas.map(({ summary }) => summary));
  return (
    <section className="card stack" aria-labelledby="review-panel">
      <div className="row spread">
        <h2 id="review-panel">{t('review.panel')}</h2>
        <span className="fine" role="status">
          {t('review.panel.done', { done: runs_done - runs_failed, total: runs_total })}
          {runs_failed > 0 && <> · {t('review.panel.failed', { count: runs_failed })}</>}
        </span>
      </div>
      {!isWhole && (
        <progress className="run-progress" max={runs_total} value={runs_done} aria-labelledby="review-panel" />
      )}
      {isWaiting && !content && <p className="fine">{t('review.panel.reading')}</p>}
      {isWaiting && content && <AskedAgain since={Number(updated_at)} />}
      {shared && <p className="fine">{shared}</p>}
      <ol className="panel-list">
        {personas.map((persona) => (
          <Persona key={persona.persona_id} persona={persona} summary={left(persona.summary)} />
        ))}
      </ol>
    </section>
  );
};
