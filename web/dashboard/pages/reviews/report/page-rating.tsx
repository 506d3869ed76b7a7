import { formatScore } from '../../../kit/formats.tsx';
import { FIGURES } from '../../../words/limits.generated.ts';
import { t } from '../../../words/messages.ts';
import type { Review } from '../data.ts';
import { RatingScale } from './rating-scale.tsx';

interface Props {
  review: Review;
  /** Null withdraws it. */
  onRate: (rating: number | null) => void;
}

/** The optional question about the reviewed page, which alone moves its score. */
export const PageRating = ({ review: { id, input_type, score, page_rating }, onRate }: Props) => {
  if (!score) return null;
  const { own, count, mean } = page_rating;
  const question = t(input_type === 'site' ? 'review.page.ask' : 'review.page.ask.content');
  const { pageRatings: ratings, pageReviews: reviews } = FIGURES;
  return (
    <section className="card stack page-rating" aria-label={question}>
      <div className="rate">
        <RatingScale
          id={`page-${id}`}
          question={question}
          labels={{ of: (one) => t(`review.page.${one}`), low: t('review.page.low'), high: t('review.page.high') }}
          rating={own}
          onRate={onRate}
        />
        {own !== null && (
          <>
            <p className="rate-given">{t('review.page.given', { rating: own })}</p>
            <button type="button" className="button quiet" onClick={() => onRate(null)}>
              {t('review.page.withdraw')}
            </button>
          </>
        )}
      </div>
      <p className="fine">
        {mean !== null && t('review.page.mean', { mean: formatScore(mean), count })}{' '}
        {score.basis === 'people'
          ? t('review.page.followed')
          : t('review.page.why', { ratings, reviews, count: score.ratings })}
      </p>
    </section>
  );
};
