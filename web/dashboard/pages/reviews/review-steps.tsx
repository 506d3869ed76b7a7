import { type Step, Steps } from '../../kit/steps.tsx';
import { t } from '../../words/messages.ts';
import type { Review } from './data.ts';

const WIDTHS = { wide: 1440, narrow: 390 } as const;
const VIEWS = ['wide', 'narrow'] as const;

const stateOf = (isDone: boolean, hasBegun: boolean): Step['state'] =>
  isDone ? 'done' : hasBegun ? 'running' : 'waiting';

const stepsOf = ({ source, input_type, progress, content, basis, runs_done, runs_total }: Review): Step[] => {
  const isRead = content !== null;
  const hasBegun = isRead || progress !== null;
  const isOfNote = source === 'widget_annotation';
  const isSite = input_type === 'site' && !isOfNote;
  const views = isSite
    ? VIEWS.map((view) => ({
        label: t('review.steps.open', { width: WIDTHS[view] }),
        state: stateOf(isRead || (progress?.views.includes(view) ?? false), hasBegun),
      }))
    : [];
  const isOpen = !isSite || progress?.step === 'read';
  const read = { label: t(isSite ? 'review.steps.measure' : 'review.steps.read'), state: stateOf(isRead, isOpen) };
  const isAnswered = isRead && runs_total > 0 && runs_done >= runs_total;
  const asked = [
    { label: t('review.steps.panel'), state: stateOf(isAnswered, isRead) },
    { label: t('review.steps.close'), state: stateOf(false, isAnswered) },
  ];
  return [
    ...(isSite ? [{ label: t('review.steps.queued'), state: stateOf(hasBegun, true) }] : []),
    ...views,
    ...(isOfNote ? [] : [read]),
    ...(basis === 'facts' ? [] : asked),
  ];
};

/** How far a running review is. */
export const ReviewSteps = ({ review }: { review: Review }) => (
  <section className="card stack close" aria-labelledby="review-steps">
    <h2 id="review-steps">{t('review.steps')}</h2>
    <Steps steps={stepsOf(review)} labelledBy="review-steps" />
  </section>
);
