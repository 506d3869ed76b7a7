import { openStorage } from '../kit/files/storage.ts';
import { serve } from '../kit/http/serve.ts';
import { createReview } from './api/create-review.ts';
import { deleteReview } from './api/delete-review.ts';
import { getReview } from './api/get-review.ts';
import { getReviewUploadUrl } from './api/get-review-upload-url.ts';
import { getSharedReview } from './api/get-shared-review.ts';
import { listFeedback } from './api/list-feedback.ts';
import { listReviews } from './api/list-reviews.ts';
import { listSharedFeedback } from './api/list-shared-feedback.ts';
import { rateFeedback } from './api/rate-feedback.ts';
import { reviewMarkdown } from './api/review-markdown.ts';
import { runPersonas } from './api/run-personas.ts';
import { shareReview } from './api/share-review.ts';
import { bindReviews } from './context.ts';
import { reviews } from './contract.ts';

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
