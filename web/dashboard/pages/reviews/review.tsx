import './reviews.css';
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ClipboardCopy, Printer, RotateCcw, Share2, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { readableAddress } from '../../kit/address.ts';
import { Button } from '../../kit/button.tsx';
import { copyAsync } from '../../kit/copy-async.ts';
import { useIsDeferred } from '../../kit/deferred.ts';
import { Confirm } from '../../kit/dialog.tsx';
import { Time } from '../../kit/formats.tsx';
import { useIsHere } from '../../kit/here.ts';
import { Back, Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { navigate, useParams } from '../../kit/router/router.ts';
import { ErrorNote, isNotFound, PageSkeleton, Skeleton, WaitingPage } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { currentLocale, t } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { Comparison } from './again/comparison.tsx';
import { FindingNotes } from './again/finding-notes.tsx';
import { FinishReview, RepeatReview } from './again/repeat.tsx';
import { type FeedbackList, isRunning, type Review, useReviewQueries } from './data.ts';
import { takeUpDraft } from './draft.ts';
import { ReviewStatusTag, SourceNote } from './meta.tsx';
import { PageRating } from './report/page-rating.tsx';
import { ReviewReport } from './report/review-report.tsx';
import type { Rating } from './report/types.ts';
import { ReviewCost } from './review-cost.tsx';
import { ReviewSteps } from './review-steps.tsx';
import type { MadeOf } from './search.ts';
import { ShareDialog, ShowcaseCard } from './sharing.tsx';

const ToReviews = () => <Back to="/reviews">{t('shell.reviews')}</Back>;

const useDelete = (review: Review) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const isHere = useIsHere();
  return async () => {
    await service.deleteReview({ review_id: review.id });
    if (isHere()) await navigate({ to: '/reviews' });
    queries.removeQueries({ queryKey: [workspace.id, 'review', review.id] });
    await queries.invalidateQueries({ queryKey: [workspace.id, 'reviews'] });
    notify(t('reviews.deleted', { title: review.title }));
  };
};

const Actions = ({ review, mayWrite }: { review: Review; mayWrite: boolean }) => {
  const { service } = useWorkspace();
  const language = currentLocale();
  const [open, setOpen] = useState<'share' | 'delete'>();
  const remove = useDelete(review);
  const close = () => setOpen(undefined);
  const copy = () =>
    copyAsync(service.reviewMarkdown({ review_id: review.id, query: { language } }), t('reviews.copied'));
  return (
    <>
      <Button icon={ClipboardCopy} onClick={() => void copy()}>
        {t('reviews.copy')}
      </Button>
      <Button icon={Printer} onClick={() => print()}>
        {t('reviews.print')}
      </Button>
      {mayWrite && (
        <>
          <Button look="danger-quiet" icon={Trash2} onClick={() => setOpen('delete')}>
            {t('common.delete')}
          </Button>
          {!isRunning(review) && hasFindings(review) && <RepeatReview review={review} />}
          {hasFindings(review) && (
            <Button look="primary" icon={Share2} onClick={() => setOpen('share')}>
              {t('reviews.share')}
            </Button>
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
          {isRunning(review) && <p>{t('reviews.delete.running')}</p>}
        </Confirm>
      )}
    </>
  );
};

const Lead = ({ review }: { review: Review }) => {
  const { data: sites } = useQuery({ ...useSiteQueries().all, enabled: review.widget_site_id !== null });
  const site = sites?.find(({ id }) => id === review.widget_site_id);
  const { url, content } = review;
  return (
    <span className="row review-meta">
      <ReviewStatusTag status={review.status} />
      <span className="tag">{t(`reviews.type.${review.input_type}`)}</span>
      {review.annotation_id && <SourceNote id={review.annotation_id} />}
      <span className="fine">
        {site && `${site.name} · `}
        {url && !content && `${readableAddress(url)} · `}
        <Time at={review.created_at} />
      </span>
    </span>
  );
};

/** Or may have some. */
const hasFindings = ({ status }: Pick<Review, 'status'>) => status !== 'failed' && status !== 'not_judged';

const MADE_OF: Readonly<Partial<Record<Review['input_type'], MadeOf>>> = { text: 'text', site: 'page' };

const Again = ({ review }: { review: Review }) => {
  const { id, url, input_type, widget_site_id: site, annotation_id: annotationId } = review;
  const { workspace } = useWorkspace();
  const search = { kind: MADE_OF[input_type] ?? 'file', ...(url && { url }), ...(site && { site }) };
  const face = (
    <>
      <RotateCcw aria-hidden="true" /> {t('reviews.again')}
    </>
  );
  return (
    <p>
      {annotationId ? (
        <Link to="/inbox/$annotationId" params={{ annotationId }} className="button">
          {face}
        </Link>
      ) : (
        <Link to="/reviews/new" search={search} className="button" onClick={() => takeUpDraft(workspace.id, id)}>
          {face}
        </Link>
      )}
    </p>
  );
};

type Finding = FeedbackList['items'][number];

const FITTED_MS = 4000;

const replaced = (list: FeedbackList, id: string, fresh: Partial<Finding>): FeedbackList => ({
  ...list,
  items: list.items.map((one) => (one.id === id ? { ...one, ...fresh } : one)),
});

/** A change that fails goes back to the confirmed value: the one before it may be optimistic, too, and fail. */
const useConfirmed = <Value,>(mutationKey: QueryKey) => {
  const queries = useQueryClient();
  const [values] = useState(() => new Map<string, Value>());
  return {
    values,
    /** Before an optimistic change. */
    keep: (id: string, value: Value) => void (values.has(id) || values.set(id, value)),
    /** After the last change, others may write values. */
    onSettled: () => {
      if (queries.isMutating({ mutationKey }) === 1) values.clear();
    },
  };
};

const useRating = (review: Review, feedback: FeedbackList | undefined): Rating => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useReviewQueries().feedback(review);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const put = (id: string, fresh: Partial<Finding>) =>
    queries.setQueryData(queryKey, (list) => list && replaced(list, id, fresh));
  const mutationKey = ['rate', review.id];
  const confirmed = useConfirmed<Pick<Finding, 'rating' | 'rating_comment'>>(mutationKey);
  const { mutate } = useMutation({
    mutationKey,
    // In sequence, so that the last rating wins.
    scope: { id: `rate ${review.id}` },
    mutationFn: ({ id, rating, comment }: { id: string; rating: number; comment: string }) =>
      service.rateFeedback({ review_id: review.id, feedback_id: id, body: { rating, comment } }),
    onMutate: async ({ id, rating, comment }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey)?.items.find((one) => one.id === id);
      if (before) confirmed.keep(id, { rating: before.rating, rating_comment: before.rating_comment });
      put(id, { rating, rating_comment: comment });
    },
    onError: (error, { id }) => {
      put(id, confirmed.values.get(id) ?? {});
      notifyError(error);
    },
    onSettled: confirmed.onSettled,
    onSuccess: (fresh) => {
      confirmed.values.set(fresh.id, { rating: fresh.rating, rating_comment: fresh.rating_comment });
      put(fresh.id, fresh);
      clearTimeout(timer.current);
      const refresh = () => queries.invalidateQueries({ queryKey: [workspace.id, 'review', review.id] });
      timer.current = setTimeout(refresh, FITTED_MS);
    },
  });
  return useMemo(() => {
    const own = new Map(
      feedback?.items.map(({ id, rating, rating_comment }) => [id, { rating, comment: rating_comment }]),
    );
    const of = (id: string) => own.get(id) ?? { rating: null, comment: '' };
    return {
      of,
      save: (id, rating, comment) => {
        const before = of(id);
        if (before.rating !== rating || before.comment !== comment) mutate({ id, rating, comment });
      },
    };
  }, [feedback, mutate]);
};

const usePageRating = (review: Review): ((rating: number | null) => void) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useReviewQueries().one(review.id);
  const mutationKey = ['rate page', review.id];
  const confirmed = useConfirmed<number | null>(mutationKey);
  const put = (own: number | null) =>
    queries.setQueryData(queryKey, (now) => now && { ...now, page_rating: { ...now.page_rating, own } });
  const { mutate } = useMutation({
    mutationKey,
    // In sequence, so that the last rating wins.
    scope: { id: `rate page ${review.id}` },
    mutationFn: (rating: number | null) =>
      rating === null
        ? service.withdrawPageRating({ review_id: review.id })
        : service.ratePage({ review_id: review.id, body: { rating } }),
    onMutate: async (own) => {
      await queries.cancelQueries({ queryKey, exact: true });
      const before = queries.getQueryData(queryKey);
      if (before) confirmed.keep(review.id, before.page_rating.own);
      put(own);
    },
    onError: (error) => {
      put(confirmed.values.get(review.id) ?? null);
      notifyError(error);
    },
    onSettled: confirmed.onSettled,
    onSuccess: (fresh) => {
      confirmed.values.set(review.id, fresh.page_rating.own);
      queries.setQueryData(queryKey, fresh);
      void queries.invalidateQueries({ queryKey: [workspace.id, 'reviews'] });
    },
  });
  return mutate;
};

const Whole = ({ review }: { review: Review }) => {
  const { workspace } = useWorkspace();
  const mayWrite = workspace.role !== 'GUEST';
  const findings = useQuery(useReviewQueries().feedback(review));
  const { data: feedback, error, refetch } = findings;
  const checks = useQuery({ ...useReviewQueries().facts(review), enabled: !isRunning(review) });
  const rating = useRating(review, feedback);
  const isRated = !isRunning(review);
  const ratePage = usePageRating(review);
  const above = <Comparison review={review} feedback={feedback} />;
  return (
    <Page
      title={review.title}
      above={<ToReviews />}
      lead={<Lead review={review} />}
      actions={<Actions review={review} mayWrite={mayWrite} />}
    >
      <div className="stack loose review-page">
        {mayWrite && review.can_finish && <FinishReview review={review} />}
        {isRunning(review) && <ReviewSteps review={review} />}
        {checks.error && !checks.data && <ErrorNote error={checks.error} retry={checks.refetch} />}
        <FindingNotes review={review} feedback={mayWrite && isRated ? feedback : undefined}>
          <ReviewReport
            review={review}
            feedback={feedback}
            facts={checks.data}
            isLoading={findings.isLoading || checks.isLoading}
            above={above}
            question={isRated && review.basis !== 'facts' && <PageRating review={review} onRate={ratePage} />}
            {...(isRated && review.basis !== 'facts' && { rating })}
          />
        </FindingNotes>
        <ReviewCost review={review} />
        {mayWrite && !isRunning(review) && !hasFindings(review) && <Again review={review} />}
        {error && !feedback && <ErrorNote error={error} retry={refetch} />}
        {isRunning(review) && !feedback && !error && <Skeleton lines={6} />}
        {mayWrite && !isRunning(review) && hasFindings(review) && <ShowcaseCard review={review} />}
      </div>
    </Page>
  );
};

export const ReviewPage = () => {
  const { reviewId } = useParams('/reviews/$reviewId');
  const query = useQuery(useReviewQueries().one(reviewId));
  const { data: review } = query;
  const hasTurn = useIsDeferred(review !== undefined);
  if (!review || isNotFound(query.error))
    return <WaitingPage query={query} gone={t('review.gone')} to="/reviews" back={t('shell.go_reviews')} />;
  if (!hasTurn) return <PageSkeleton />;
  return <Whole review={review} key={review.id} />;
};
