import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useWorkspace } from '../../app/workspace.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { notify } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { type Review, useReviewQueries } from './data.ts';

type Entry = NonNullable<Review['showcase']>;

const TONES = { pending: 'tag accent', approved: 'tag good', rejected: 'tag warn' } as const;

const Standing = ({ entry: { state, note, url } }: { entry: Entry }) => {
  const t = useText();
  return (
    <>
      <p className="row">
        <span className={TONES[state]}>{t(`reviews.showcase.${state}`)}</span>
        <span className="soft">{t(`reviews.showcase.${state}.what`)}</span>
      </p>
      {note && (
        <blockquote className="words finding-quote" dir="auto">
          {note}
        </blockquote>
      )}
      {state === 'approved' && (
        <p>
          <a href={url} target="_blank" rel="noreferrer">
            {url} <ExternalLink aria-hidden="true" />
          </a>
        </p>
      )}
    </>
  );
};

/** A review's state in the showcase; submits or withdraws it. */
export const ShowcaseCard = ({ review }: { review: Review }) => {
  const t = useText();
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const { queryKey } = useReviewQueries().one(review.id);
  const { showcase, status } = review;
  const refresh = () => queries.invalidateQueries({ queryKey, exact: true });
  const submit = useMutation({
    mutationFn: () => service.submitShowcase({ review_id: review.id }),
    onSuccess: async () => {
      await refresh();
      notify(t('reviews.showcase.submitted'), () => withdraw.mutate());
    },
  });
  const withdraw = useMutation({
    mutationFn: () => service.withdrawShowcase({ review_id: review.id }),
    onSuccess: async () => {
      await refresh();
      notify(t('reviews.showcase.withdrawn'));
    },
  });
  const error = submit.error ?? withdraw.error;
  const isBusy = submit.isPending || withdraw.isPending;
  const isIn = showcase !== null && showcase.state !== 'rejected';
  return (
    <section className="card stack showcase-card" aria-labelledby="review-showcase">
      <div>
        <h2 id="review-showcase">{t('reviews.showcase')}</h2>
        <p className="soft">{t('reviews.showcase.lead')}</p>
      </div>
      {showcase && <Standing entry={showcase} />}
      {error && <ErrorNote error={error} retry={refresh} />}
      {!isIn && status !== 'complete' && <p className="fine">{t('reviews.showcase.incomplete')}</p>}
      <div className="row">
        {!isIn && status === 'complete' && (
          <button type="button" className="button" disabled={isBusy} onClick={() => submit.mutate()}>
            {t(showcase ? 'reviews.showcase.again' : 'reviews.showcase.submit')}
          </button>
        )}
        {showcase && (
          <button type="button" className="button" disabled={isBusy} onClick={() => withdraw.mutate()}>
            {t('reviews.showcase.withdraw')}
          </button>
        )}
      </div>
    </section>
  );
};
