import './reviews.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { Select } from '../../kit/form.tsx';
import { formatScore, Time } from '../../kit/formats.tsx';
import { Page } from '../../kit/page.tsx';
import { MoreButton } from '../../kit/paged-list.tsx';
import { Link } from '../../kit/router/link.tsx';
import { navigate, useSearch } from '../../kit/router/router.ts';
import { EmptyState, Waiting } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { isRunning, type ReviewRow, useCalibration, useReviewQueries } from './data.ts';
import { ReviewStatusTag, SourceNote } from './meta.tsx';
import { calibrationInWords } from './report/calibration-state.ts';
import { ORIGINS, type ReviewsSearch, readReviewsSearch } from './search.ts';

const NO_RATINGS = { state: 'uncalibrated', labels: { given: 0, in_use: 0 }, skill: null } as const;

const Score = ({ score, basis }: ReviewRow) => {
  if (score === null || basis === null) return <span className="review-score" />;
  return (
    <span className="review-score">
      <strong>{formatScore(score)}</strong> <span className="fine">{t('review.score.of')}</span>
      <span className="fine">{t(`review.scale.${basis}`)}</span>
    </span>
  );
};

const Row = ({ review }: { review: ReviewRow }) => {
  const { data: sites } = useQuery(useSiteQueries().all);
  const site = sites?.find(({ id: one }) => one === review.widget_site_id);
  const { id, title, input_type, status, runs_done, runs_total, annotation_id, created_at } = review;
  const done = t('review.panel.done', { done: runs_done, total: runs_total });
  return (
    <li className="review-row">
      <div className="stack review-row-text">
        <Link to="/reviews/$reviewId" params={{ reviewId: id }} className="review-link" dir="auto">
          {title}
        </Link>
        <span className="row review-meta fine">
          <span>{t(`reviews.type.${input_type}`)}</span>
          {annotation_id && (
            <span>
              <SourceNote id={annotation_id} />
            </span>
          )}
          {site && <span>{site.name}</span>}
          <Time at={created_at} />
        </span>
      </div>
      <span className="review-row-state">
        {isRunning(review) ? (
          <>
            <span className="fine">{done}</span>
            <progress className="run-progress" max={Math.max(1, runs_total)} value={runs_done} aria-label={done} />
          </>
        ) : (
          <ReviewStatusTag status={status} />
        )}
      </span>
      <Score {...review} />
    </li>
  );
};

const Filters = ({ site, from }: ReviewsSearch) => {
  const { data: sites = [] } = useQuery(useSiteQueries().all);
  if (sites.length === 0) return null;
  return (
    <search className="row review-filters" aria-label={t('reviews.filters')}>
      <nav className="statuses" aria-label={t('reviews.from')}>
        {ORIGINS.map((origin) => (
          <Link
            key={origin}
            to="/reviews"
            search={readReviewsSearch({ site, from: origin })}
            replace
            aria-current={origin === (from ?? 'requested') ? 'page' : undefined}
          >
            {t(`reviews.from.${origin}`)}
          </Link>
        ))}
      </nav>
      <Select
        aria-label={t('reviews.site')}
        value={site ?? ''}
        options={[['', t('reviews.site.all')], ...sites.map(({ id, name }) => [id, name] as const)]}
        onChange={(id) => void navigate({ to: '/reviews', search: readReviewsSearch({ site: id, from }) })}
      />
    </search>
  );
};

const Empty = ({ site, from, mayWrite }: ReviewsSearch & { mayWrite: boolean }) => {
  if (from)
    return (
      <EmptyState title={t('reviews.none')}>
        <p>{t('reviews.from.notes.none')}</p>
      </EmptyState>
    );
  if (site)
    return (
      <EmptyState
        title={t('reviews.none')}
        action={
          <Link to="/reviews" className="button">
            {t('reviews.none.clear')}
          </Link>
        }
      >
        <p>{t('reviews.none.lead')}</p>
      </EmptyState>
    );
  const start = mayWrite && (
    <Link to="/reviews/new" search={{ kind: 'page' }} className="button primary">
      {t('reviews.empty.try')}
    </Link>
  );
  return (
    <EmptyState title={t('reviews.empty')} action={start}>
      <p>{t(mayWrite ? 'reviews.empty.lead' : 'reviews.empty.guest')}</p>
    </EmptyState>
  );
};

const Calibration = () => {
  const { data } = useQuery(useCalibration());
  if (!data) return null;
  const { state, labels, skill } = data.judges[0] ?? NO_RATINGS;
  const count = state === 'uncalibrated' ? labels.given : labels.in_use;
  return (
    <p className="fine reviews-calibration">
      {calibrationInWords({ state, labels: count, skill })}{' '}
      <Link to="/personas/calibration">{t('calibration.more')}</Link>
    </p>
  );
};

/** Of the list's pages; all of them are read again with each refresh. */
const MAX_READ_ON = 5;

const List = ({ mayWrite, ...shown }: ReviewsSearch & { mayWrite: boolean }) => {
  const { site, from } = shown;
  const list = useInfiniteQuery(useReviewQueries().list(site));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const isOfNotes = from === 'notes';
  const pages = data?.pages ?? [];
  const reviews = pages.flatMap(({ items }) =>
    items.filter(({ annotation_id }) => (annotation_id !== null) === isOfNotes),
  );
  // A page may have reviews of the other origin only.
  const isReadingOn = reviews.length === 0 && hasNextPage && !isFetchNextPageError && pages.length < MAX_READ_ON;
  useEffect(() => {
    if (isReadingOn && !isFetchingNextPage) void fetchNextPage();
  }, [isReadingOn, isFetchingNextPage, fetchNextPage]);
  if (!data || isReadingOn) return <Waiting query={list} lines={8} as="rows" />;
  if (reviews.length === 0 && !hasNextPage) return <Empty {...shown} mayWrite={mayWrite} />;
  return (
    <>
      <Calibration />
      {reviews.length === 0 ? (
        <p className="soft">{t('reviews.none.yet', { count: pages.flatMap(({ items }) => items).length })}</p>
      ) : (
        <ul className="rows" aria-label={t('shell.reviews')}>
          {reviews.map((review) => (
            <Row key={review.id} review={review} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </>
  );
};

export const ReviewsPage = () => {
  const { site: given, from } = useSearch(readReviewsSearch);
  const { data: sites } = useQuery(useSiteQueries().all);
  // A bookmark's site may have been deleted.
  const site = !sites || sites.some(({ id }) => id === given) ? given : undefined;
  const shown = readReviewsSearch({ site, from });
  const { workspace } = useWorkspace();
  const mayWrite = workspace.role !== 'GUEST';
  return (
    <Page
      title={t('shell.reviews')}
      lead={t('reviews.lead')}
      actions={
        mayWrite && (
          <Link to="/reviews/new" {...(site && { search: { site } })} className="button primary">
            <Plus aria-hidden="true" /> {t('reviews.new')}
          </Link>
        )
      }
    >
      <Filters {...shown} />
      <List {...shown} mayWrite={mayWrite} key={site} />
    </Page>
  );
};
