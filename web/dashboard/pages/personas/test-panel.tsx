import '../reviews/report/report.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { useStoredText } from '../../kit/drafts.ts';
import { fieldError, submitting, TextArea } from '../../kit/form.tsx';
import { formatScore } from '../../kit/formats.tsx';
import { lazyComponent } from '../../kit/lazy-component.tsx';
import { RefusedRun } from '../../kit/refused-run.tsx';
import { Link } from '../../kit/router/link.tsx';
import { Said } from '../../kit/said.tsx';
import { Waiting } from '../../kit/states.tsx';
import type { Persona } from '../../session/personas.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { FIGURES, LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { isRunning, type Review, useReviewQueries, useShowStarted } from '../reviews/data.ts';
import { Finding } from '../reviews/report/finding.tsx';

const Price = lazyComponent(async () => (await import('../../session/estimate.tsx')).Price, null);
const Estimate = lazyComponent(async () => (await import('../../session/estimate.tsx')).Estimate, null);

const Ended = ({ review }: { review: Review }) => {
  const query = useQuery(useReviewQueries().feedback(review));
  const { data: feedback } = query;
  const [run] = review.personas;
  const { error: why, error_codes: codes } = run?.error ? run : review;
  if (review.status === 'failed' || review.status === 'not_judged')
    return <p className="callout">{why ? <Said text={why} codes={codes} /> : t('personas.test.failed')}</p>;
  if (query.error || !feedback) return <Waiting query={query} lines={4} />;
  return (
    <>
      {run && run.score !== null && (
        <p className="test-score">
          <strong>{formatScore(run.score)}</strong> {t('personas.test.of_five')}
        </p>
      )}
      {run?.summary && <p dir="auto">{run.summary}</p>}
      {review.ai_live === false && (
        <p className="fine">
          {t('review.answered.rules')}. {t('review.not_live')}
        </p>
      )}
      <div>
        <h3>{t('personas.test.found')}</h3>
        {feedback.items.length === 0 && <p>{t('personas.test.found.none')}</p>}
        {feedback.items.map((finding) => (
          <Finding key={finding.id} finding={finding} isPredicted={false} />
        ))}
      </div>
    </>
  );
};

const TestResult = ({ review_id }: { review_id: string }) => {
  const query = useQuery(useReviewQueries().one(review_id));
  const { data: review } = query;
  if (!review) return <Waiting query={query} lines={4} />;
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

const SAMPLES = ['landing', 'error', 'product'] as const;

interface Props {
  persona: Persona;
  isChanged: boolean;
  save: () => Promise<unknown>;
}

export const TestPanel = ({ persona, isChanged, save }: Props) => {
  const { service } = useWorkspace();
  const showStarted = useShowStarted();
  const [text, setText] = useStoredText(`persona-test.${persona.id}`);
  // Keeps its result on the page if the next test can’t start.
  const [lastStarted, setLastStarted] = useState<string>();
  const test = useMutation({
    /** Saves first; undefined if that failed, which the form shows. */
    mutationFn: async () => {
      const isSaved = !isChanged || (await save().then(Boolean, () => false));
      if (!isSaved) return undefined;
      return service.createReview({
        body: {
          title: t('personas.test.title', { name: persona.name }).slice(0, LIMITS.createReview.title),
          input_type: 'text',
          content: text,
          persona_ids: [persona.id],
        },
      });
    },
    onSuccess: (started) => {
      if (!started) return;
      showStarted(started);
      setLastStarted(started.id);
    },
  });
  const refused = fieldError(test.error, 'content');
  return (
    <Card title={t('personas.test')} lead={t('personas.test.lead')} id="test">
      <form className="stack" onSubmit={submitting(() => test.mutate())}>
        <div className="row tight">
          {SAMPLES.map((sample) => (
            <Button key={sample} onClick={() => setText(t(`personas.sample.${sample}.text`))}>
              {t(`personas.sample.${sample}`)}
            </Button>
          ))}
        </div>
        <TextArea
          label={t('personas.test.text')}
          error={refused}
          value={text}
          onChange={({ target }) => setText(target.value)}
          maxLength={LIMITS.createReview.content}
          rows={6}
          className="sample-text"
          required
        />
        {isChanged && <p className="fine">{t('personas.test.saved_only')}</p>}
        <Price />
        <Estimate type="text" characters={Math.min(text.length, FIGURES.judgedCharacters)} personas={1} />
        <Button type="submit" look="primary" disabled={test.isPending}>
          {t(isChanged ? 'personas.test.save_and_run' : 'personas.test.run')}
        </Button>
      </form>
      {test.error && !refused && <RefusedRun error={test.error} />}
      {lastStarted && <TestResult review_id={lastStarted} key={lastStarted} />}
    </Card>
  );
};
