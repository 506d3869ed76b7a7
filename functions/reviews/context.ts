import { annotationStore } from '../annotations/store.ts';
import type { OperationOf } from '../kit/contract/contract.ts';
import { countUnsized } from '../kit/files/unsized-uploads.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { personaStore } from '../personas/store.ts';
import { ratingStore } from './api/rating-store.ts';
import { sharedStore } from './api/shared-store.ts';
import type { reviews } from './contract.ts';
import { judgeWhole } from './judge/judge-whole.ts';
import { reviewStore } from './store.ts';

/** The stores of this area, bound to the caller's workspace and sites; `shared` is bound to a share token. */
export const bindReviews = (table: Table, call: Call) => ({
  ...call,
  reviews: reviewStore(table, call),
  ratings: ratingStore(table, call),
  shared: sharedStore(table),
  personas: personaStore(table, call),
  annotations: annotationStore(table, call),
  judge: judgeWhole(table),
  countUnsized: countUnsized(table, call),
});
export type ReviewsContext = ReturnType<typeof bindReviews>;

export type Operation<Id extends keyof (typeof reviews)['rows']> = OperationOf<ReviewsContext, typeof reviews, Id>;
