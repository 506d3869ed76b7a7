import type { ReplyRow } from './rows.ts';

/** The submitter and documents that leave the team never show it. */
export const isInternal = ({ internal, review_id }: Pick<ReplyRow, 'internal' | 'review_id'>): boolean =>
  internal === true || review_id !== undefined;
