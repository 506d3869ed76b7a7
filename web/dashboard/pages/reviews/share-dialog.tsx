import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useWorkspace } from '../../app/workspace.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { useText } from '../../words/messages.ts';
import { type Review, useReviewQueries } from './data.ts';

/** The share link, and who can read with it. */
export const ShareDialog = ({ review, onClose }: { review: Review; onClose: () => void }) => {
  const t = useText();
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const { queryKey } = useReviewQueries().one(review.id);
  const share = useMutation({
    mutationFn: () => service.shareReview({ review_id: review.id }),
    onSuccess: (shared) => queries.setQueryData(queryKey, (one) => one && { ...one, share: shared }),
  });
  return (
    <Dialog title={t('reviews.share.title')} onClose={onClose}>
      <div className="dialog-body">
        <p>{t('reviews.share.who')}</p>
        <p>{t('reviews.share.end')}</p>
        {review.share && <CodeBlock text={review.share.url} label={t('reviews.share.link')} />}
      </div>
      {share.error && <ErrorNote error={share.error} />}
      <div className="dialog-actions">
        {!review.share && (
          <button type="button" className="button primary" disabled={share.isPending} onClick={() => share.mutate()}>
            <Link2 aria-hidden="true" /> {t('reviews.share.make')}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {t('common.close')}
        </button>
      </div>
    </Dialog>
  );
};
