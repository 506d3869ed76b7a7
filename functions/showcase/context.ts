import type { OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { reviewReader } from '../reviews/api/review-reader.ts';
import { judgeWhole } from '../reviews/judge/judge-whole.ts';
import { adminStore } from './admin-store.ts';
import type { showcase } from './contract.ts';
import { publicStore } from './public-store.ts';
import { submissionStore } from './submission-store.ts';

/** The caller's submissions, all public entries, and admins' decisions. */
export const bindShowcase = (table: Table, call: Call) => ({
  ...call,
  reviews: reviewReader(table, call),
  judge: judgeWhole(table),
  submissions: submissionStore(table, call),
  showcase: publicStore(table, call),
  admin: adminStore(table, call),
});

export type Operation<Id extends keyof (typeof showcase)['rows']> = OperationOf<
  ReturnType<typeof bindShowcase>,
  typeof showcase,
  Id
>;
