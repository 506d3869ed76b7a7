import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { useIsHere } from '../../../kit/here.ts';
import { RefusedRun } from '../../../kit/refused-run.tsx';
import { navigate } from '../../../kit/router/router.ts';
import { ErrorNote } from '../../../kit/states.tsx';
import { notify } from '../../../kit/toast.ts';
import { Price } from '../../../session/estimate.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { type Review, useShowStarted } from '../data.ts';

const RepeatDialog = ({ review, onClose }: { review: Review; onClose: () => void }) => {
  const showStarted = useShowStarted();
  const { service } = useWorkspace();
  const isHere = useIsHere();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => service.repeatReview({ review_id: review.id }),
    onSuccess: (next) => {
      showStarted(next);
      if (!isHere()) return notify(t('reviews.started', { title: next.title }));
      onClose();
      void navigate({ to: '/reviews/$reviewId', params: { reviewId: next.id } });
    },
  });
  const of = review.source === 'widget_annotation' ? 'note' : review.url === null ? 'text' : 'page';
  return (
    <Dialog title={t('review.repeat.title')} onClose={onClose} held={isPending}>
      <div className="dialog-body">
        <p>{t(`review.repeat.what.${of}`)}</p>
        <p>{t('review.repeat.cost', { count: review.runs_total })}</p>
        <Price />
      </div>
      {error && <RefusedRun error={error} />}
      <div className="dialog-actions">
        <Button disabled={isPending} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button look="primary" icon={RotateCcw} disabled={isPending} onClick={() => mutate()}>
          {t('review.repeat')}
        </Button>
      </div>
    </Dialog>
  );
};

/** Asks first, because it costs as much as a new review. */
export const RepeatReview = ({ review }: { review: Review }) => {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button icon={RotateCcw} onClick={() => setAsking(true)}>
        {t('review.repeat')}
      </Button>
      {isAsking && <RepeatDialog review={review} onClose={() => setAsking(false)} />}
    </>
  );
};

/** For a review some of whose personas failed. */
export const FinishReview = ({ review }: { review: Review }) => {
  const showStarted = useShowStarted();
  const { service } = useWorkspace();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => service.finishReview({ review_id: review.id }),
    onSuccess: showStarted,
  });
  return (
    <div className="callout stack">
      <p>{t('reviews.partial', { count: review.runs_failed, total: review.runs_total })}</p>
      {error && <ErrorNote error={error} />}
      <p>
        <Button icon={RotateCcw} disabled={isPending} onClick={() => mutate()}>
          {t('review.finish')}
        </Button>
      </p>
    </div>
  );
};
