import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { AskFirst, Dialog } from '../../kit/dialog.tsx';
import { SelectField } from '../../kit/form.tsx';
import { dateFormat } from '../../kit/regional.ts';
import { ErrorNote } from '../../kit/states.tsx';
import { timeZone } from '../../kit/time-zone.ts';
import { notify } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { currentLocale, t } from '../../words/messages.ts';
import { type Review, useReviewQueries } from './data.ts';

const DAYS = [7, 30] as const;
type Expiry = 'never' | `${(typeof DAYS)[number]}` | 'kept';

const daysOf = (expiry: Exclude<Expiry, 'kept'>): number | null => (expiry === 'never' ? null : Number(expiry));

interface ExpiryFieldProps {
  expiry: Expiry;
  /** When an existing link expires, as the choice to keep. */
  at: string | null;
  choose: (expiry: Exclude<Expiry, 'kept'>) => void;
}

const ExpiryField = ({ expiry, at, choose }: ExpiryFieldProps) => {
  const day = dateFormat(currentLocale(), { dateStyle: 'medium', timeZone: timeZone() });
  const options: (readonly [Expiry, string])[] = [
    ...(at === null ? [] : [['kept', t('reviews.share.expiry.on', { date: day.format(Number(at)) })] as const]),
    ['never', t('reviews.share.expiry.never')],
    ...DAYS.map((days) => [`${days}`, t('reviews.share.expiry.days', { days })] as const),
  ];
  return (
    <SelectField
      label={t('reviews.share.expiry')}
      value={expiry}
      options={options}
      onChange={({ target }) => {
        const [chosen] = options.find(([value]) => value === target.value) ?? [];
        if (chosen !== undefined && chosen !== 'kept') choose(chosen);
      }}
    />
  );
};

const useSharing = ({ id: review_id }: Review, onStopped: () => void) => {
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const { queryKey } = useReviewQueries().one(review_id);
  const show = (share: Review['share']) => queries.setQueryData(queryKey, (one) => one && { ...one, share });
  const share = useMutation({
    // In sequence, so that the last choice wins.
    scope: { id: `share ${review_id}` },
    mutationFn: (expires_in_days: number | null) => service.shareReview({ review_id, body: { expires_in_days } }),
    onSuccess: show,
  });
  const stop = async () => {
    await service.unshareReview({ review_id });
    onStopped();
    show(null);
    notify(t('reviews.share.stopped'));
  };
  return { share, stop };
};

export const ShareDialog = ({ review, onClose }: { review: Review; onClose: () => void }) => {
  const [first, setFirst] = useState<Exclude<Expiry, 'kept'>>('never');
  const { share, stop } = useSharing(review, onClose);
  const shared = review.share;
  const kept = shared?.expires_at === null ? 'never' : 'kept';
  return (
    <Dialog title={t('reviews.share.title')} onClose={onClose}>
      <div className="dialog-body">
        <p>{t('reviews.share.who')}</p>
        <p>{t('reviews.share.end')}</p>
        {shared && <CodeBlock text={shared.url} label={t('reviews.share.link')} />}
        <ExpiryField
          expiry={shared ? kept : first}
          at={shared?.expires_at ?? null}
          choose={(chosen) => (shared ? share.mutate(daysOf(chosen)) : setFirst(chosen))}
        />
      </div>
      {share.error && <ErrorNote error={share.error} />}
      <div className="dialog-actions">
        {shared ? (
          <AskFirst label={t('reviews.share.stop')} title={t('reviews.share.stop.title')} run={stop}>
            <p>{t('reviews.share.stop.what')}</p>
          </AskFirst>
        ) : (
          <Button look="primary" icon={Link2} disabled={share.isPending} onClick={() => share.mutate(daysOf(first))}>
            {t('reviews.share.make')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
};

type Entry = NonNullable<Review['showcase']>;

const TONES = { pending: 'tag accent', approved: 'tag good', rejected: 'tag warn' } as const;

const Standing = ({ entry: { state, note, url } }: { entry: Entry }) => (
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

export const ShowcaseCard = ({ review }: { review: Review }) => {
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
          <Button disabled={isBusy} onClick={() => submit.mutate()}>
            {t(showcase ? 'reviews.showcase.again' : 'reviews.showcase.submit')}
          </Button>
        )}
        {showcase && (
          <Button disabled={isBusy} onClick={() => withdraw.mutate()}>
            {t('reviews.showcase.withdraw')}
          </Button>
        )}
      </div>
    </section>
  );
};
