import { formatCost, formatCount } from '../../kit/formats.tsx';
import { t } from '../../words/messages.ts';
import type { Review } from './data.ts';

const ROUND = 1000;

/** The cost of a review by a model: estimated while it runs, counted at its end. Its verdict has the tokens. */
export const ReviewCost = ({ review }: { review: Review }) => {
  const { cost_cents: cents, estimate } = review;
  if (estimate) {
    const about = formatCount(Math.round(estimate.tokens / ROUND) * ROUND);
    const key = estimate.cents === null ? 'reviews.cost.estimated.tokens' : 'estimate.about';
    return <p className="fine">{t(key, { tokens: about, cost: formatCost(estimate.cents ?? 0) })}</p>;
  }
  return cents === null ? null : <p className="fine">{t('reviews.cost', { cost: formatCost(cents) })}</p>;
};
