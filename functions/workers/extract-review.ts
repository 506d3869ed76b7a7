export { extractReviewJob as handler } from '../reviews/read/extract-review.ts';
