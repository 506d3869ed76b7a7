import './reviews.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ClipboardCopy, MessageSquareText, Printer, RotateCcw, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Back } from '../../kit/back.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { copyAsync } from '../../kit/copy-async.ts';
import { useIsDeferred } from '../../kit/deferred.ts';
import { ErrorNote } from '../../kit/error-note.tsx';
import { FailedPage } from '../../kit/failed-page.tsx';
import { Page } from '../../kit/page.tsx';
import { PageSkeleton, Skeleton } from '../../kit/skeleton.tsx';
import { Time } from '../../kit/time.tsx';
import { notify } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { type Review, useReviewQueries } from './data.ts';
import { takeUpDraft } from './draft.ts';
import { ReviewReport } from './report/review-report.tsx';
import { isRunning } from './running.ts';
import type { MadeOf } from './search.ts';
import { ShareDialog } from './share-dialog.tsx';
import { ShowcaseCard } from './showcase-card.tsx';
import { ReviewStatusTag } from './status-tag.tsx';
import { useRating } from './use-rating.ts';

const route = getRouteApi('/reviews/$reviewId');

const ToReviews = () => {
  const t = useText();
  return <Back to="/reviews">{t('shell.reviews')}</Back>;
};

const useDelete = (review: Review) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  return async () => {
    await service.deleteReview({ review_id: review.id });
    await navigate({ to: '/reviews' });
    queries.removeQueries({ queryKey: [workspace.id, 'review', review.id] });
    await queries.invalidateQueries({ queryKey: [workspace.id, 'reviews'] });
    notify(t('reviews.deleted', { title: review.title }));
  };
};

const Actions = ({ review, mayWrite }: { review: Review; mayWrite: boolean }) => {
  const t = useText();
  const { service } = useWorkspace();
  const [open, setOpen] = useState<'share' | 'delete'>();
  const remove = useDelete(review);
  const close = () => setOpen(undefined);
  const copy = () => copyAsync(service.reviewMarkdown({ review_id: review.id }), t('reviews.copied'));
  return (
    <>
      <button type="button" className="button" onClick={() => void copy()}>
        <ClipboardCopy aria-hidden="true" /> {t('reviews.copy')}
      </button>
      <button type="button" className="button" onClick={() => print()}>
        <Printer aria-hidden="true" /> {t('reviews.print')}
      </button>
      {mayWrite && (
        <>
          <button type="button" className="button danger-quiet" onClick={() => setOpen('delete')}>
            <Trash2 aria-hidden="true" /> {t('common.delete')}
          </button>
          {review.status !== 'failed' && (
            <button type="button" className="button primary" onClick={() => setOpen('share')}>
              <Share2 aria-hidden="true" /> {t('reviews.share')}
            </button>
          )}
        </>
      )}
      {open === 'share' && <ShareDialog review={review} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={t('reviews.delete.title', { title: review.title })}
          action={t('common.delete')}
          run={remove}
          onClose={close}
        >
          <p>{t('reviews.delete.what')}</p>
        </Confirm>
      )}
    </>
  );
};

const Lead = ({ review }: { review: Review }) => {
  const t = useText();
  const { data: sites } = useQuery({ ...useSiteQueries().all, enabled: review.widget_site_id !== null });
  const site = sites?.find(({ id }) => id === review.widget_site_id);
  return (
    <span className="row review-meta">
      <ReviewStatusTag status={review.status} />
      <span className="tag">{t(`reviews.type.${review.input_type}`)}</span>
      {review.annotation_id && (
        <Link to="/inbox/$annotationId" params={{ annotationId: review.annotation_id }} className="review-source">
          <MessageSquareText aria-hidden="true" /> {t('reviews.from_note')}
        </Link>
      )}
      <span className="fine">
        {site && `${site.name} · `}
        <Time at={review.created_at} />
      </span>
    </span>
  );
};

const MADE_OF: Readonly<Partial<Record<Review['input_type'], MadeOf>>> = { text: 'text', site: 'page' };

/** Opens the form again, prefilled from a failed review. */
const Again = ({ review: { id, url, input_type, widget_site_id } }: { review: Review }) => {
  const t = useText();
  return (
    <p>
      <Link
        to="/reviews/new"
        search={{
          kind: MADE_OF[input_type] ?? 'file',
          ...(url && { url }),
          ...(widget_site_id && { site: widget_site_id }),
        }}
        className="button"
        onClick={() => takeUpDraft(id)}
      >
        <RotateCcw aria-hidden="true" /> {t('reviews.again')}
      </Link>
    </p>
  );
};

const Whole = ({ review }: { review: Review }) => {
  const t = useText();
  const { workspace } = useWorkspace();
  const mayWrite = workspace.role !== 'GUEST';
  const { data: feedback, error, refetch } = useQuery(useReviewQueries().feedback(review));
  const rating = useRating(review, feedback);
  const isRated = !isRunning(review);
  return (
    <Page
      title={review.title}
      above={<ToReviews />}
      lead={<Lead review={review} />}
      actions={<Actions review={review} mayWrite={mayWrite} />}
    >
      <div className="stack review-page">
        {mayWrite && review.status === 'partial' && (
          <div className="callout stack">
            <p>{t('reviews.partial', { count: review.runs_failed, total: review.runs_total })}</p>
            <Again review={review} />
          </div>
        )}
        <ReviewReport review={review} feedback={feedback} {...(isRated && { rating })} />
        {mayWrite && review.status === 'failed' && <Again review={review} />}
        {error && !feedback && <ErrorNote error={error} retry={refetch} />}
        {!feedback && !error && <Skeleton lines={6} />}
        {mayWrite && ['complete', 'partial'].includes(review.status) && <ShowcaseCard review={review} />}
      </div>
    </Page>
  );
};

export const ReviewPage = () => {
  const { reviewId } = route.useParams();
  const { data: review, error, refetch } = useQuery(useReviewQueries().one(reviewId));
  const hasTurn = useIsDeferred(review !== undefined);
  if (error && !review) return <FailedPage error={error} retry={refetch} back={<ToReviews />} />;
  if (!review || !hasTurn) return <PageSkeleton />;
  return <Whole review={review} key={review.id} />;
};
