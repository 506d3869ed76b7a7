import { openSignedStorage } from '../kit/files/signed-storage.ts';
import { serve } from '../kit/http/serve.ts';
import { compareReview } from './api/compare-review.ts';
import { createFeedbackNote } from './api/create-feedback-note.ts';
import { createReview } from './api/create-review.ts';
import { repeatReview } from './api/repeat-review.ts';
import { runPersonas } from './api/run-personas.ts';
import { bindReviews } from './context.ts';
import { reviews } from './contract.ts';
import * as operations from './operations.ts';

const storage = openSignedStorage();

export const handler = serve(
  reviews,
  {
    ...operations,
    createReview: createReview(storage),
    getReviewUploadUrl: operations.getReviewUploadUrl(storage),
    createFeedbackNote,
    repeatReview: repeatReview(storage),
    compareReview,
    runPersonas,
    runWidgetPersonas: runPersonas,
  },
  bindReviews,
);
