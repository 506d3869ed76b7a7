import './report.css';
import './print.css';
import { CircleAlert } from 'lucide-react';
import { useIsDeferred } from '../../../kit/deferred.ts';
import { Said } from '../../../kit/said.tsx';
import { useText } from '../../../words/messages.ts';
import { Dimensions } from './dimensions.tsx';
import { Findings } from './findings.tsx';
import { Panel } from './panel.tsx';
import { ReviewedContent } from './reviewed-content.tsx';
import type { Rating, ReportedFeedback, ReportedReview } from './types.ts';
import { Verdict } from './verdict.tsx';

interface Props {
  review: ReportedReview;
  /** Undefined while loading. */
  feedback: ReportedFeedback | undefined;
  /** Set if the reader can rate. */
  rating?: Rating;
}

/** A full review, from the API's response. Requires the `reviews` catalog. */
export const ReviewReport = ({ review, feedback, rating }: Props) => {
  const t = useText();
  const hasTurn = useIsDeferred(feedback !== undefined);
  const findings = hasTurn && feedback && feedback.items.length > 0 ? feedback : undefined;
  return (
    <div className="stack report">
      {review.error && (
        <div className="error-note" role="alert">
          <CircleAlert aria-hidden="true" />
          <div>
            <p className="what">{t('review.unreadable')}</p>
            <p>
              <Said text={review.error} codes={review.error_codes} />
            </p>
          </div>
        </div>
      )}
      {review.ai_live === false && <p className="callout">{t('review.not_live')}</p>}
      <Verdict review={review} feedback={feedback} />
      <ReviewedContent review={review} />
      {/* If nothing could be read, all personas failed for the reason above. */}
      {!review.error && <Panel review={review} />}
      <Dimensions review={review} />
      {findings && <Findings review={review} feedback={findings} rating={rating} />}
    </div>
  );
};
