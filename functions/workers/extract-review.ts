import { extractReviewJob } from '../reviews/read/extract-review.ts';

export const handler = extractReviewJob;
