import { serve } from '../kit/serve.ts';
import { openStorage } from '../kit/storage.ts';
import { bindReviews } from './context.ts';
import { reviews } from './contract.ts';
import { createReview } from './create-review.ts';
import { deleteReview } from './delete-review.ts';
import { getReview } from './get-review.ts';
import { getReviewUploadUrl } from './get-review-upload-url.ts';
import { getSharedReview } from './get-shared-review.ts';
import { listFeedback } from './list-feedback.ts';
import { listReviews } from './list-reviews.ts';
import { listSharedFeedback } from './list-shared-feedback.ts';
import { rateFeedback } from './rate-feedback.ts';
import { reviewMarkdown } from './review-markdown.ts';
import { runPersonas } from './run-personas.ts';
import { shareReview } from './share-review.ts';

const storage = openStorage();

export const handler = serve(
  reviews,
  {
    listReviews,
    createReview: createReview(storage),
    getReviewUploadUrl: getReviewUploadUrl(storage),
    getReview,
    deleteReview,
    reviewMarkdown,
    shareReview,
    getSharedReview,
    listFeedback,
    listSharedFeedback,
    rateFeedback,
    runPersonas,
    runWidgetPersonas: runPersonas,
  },
  bindReviews,
);
