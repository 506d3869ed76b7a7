import { annotationStore } from '../annotations/store.ts';
import { countUnsized } from '../kit/files/unsized-uploads.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { personaStore } from '../personas/store.ts';
import { pageRatingStore } from './api/page-rating-store.ts';
import { ratingStore } from './api/rating-store.ts';
import { sharedStore } from './api/review-reader.ts';
import type { reviews } from './contract.ts';
import { readCards } from './judge/calibration-cards.ts';
import { readRecords } from './judge/calibration-record.ts';
import { judgeWhole } from './judge/judge-review.ts';
import { readScales } from './judge/page-scales.ts';
import { reviewStore } from './store.ts';

export const bindReviews = (table: Table, call: Call) => ({
  ...call,
  reviews: reviewStore(table, call),
  ratings: ratingStore(table, call),
  pageRatings: pageRatingStore(table, call),
  shared: sharedStore(table),
  personas: personaStore(table, call),
  annotations: annotationStore(table, call),
  judge: judgeWhole(table),
  readScales: () => readScales(table, call.scope.workspace_id),
  readRecords: () => readRecords(table, call.scope.workspace_id),
  readCards: () => readCards(table, call.scope.workspace_id),
  countUnsized: countUnsized(table, call),
});
export type ReviewsContext = ReturnType<typeof bindReviews>;

export type Reviews = Operations<ReviewsContext, typeof reviews>;
