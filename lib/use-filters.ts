import type { Pattern } from './local/filter.ts';

const SOME = [{ exists: true }];

/** Which records of the table's stream tell of use: audit entries, and mails that were sent, where somebody caused them. */
export const useFilters: readonly Pattern[] = [
  { eventName: ['INSERT'], dynamodb: { NewImage: { action: { S: SOME }, caused_by: { S: SOME } } } },
  { eventName: ['MODIFY'], dynamodb: { NewImage: { mail_state: { S: ['sent'] }, caused_by: { S: SOME } } } },
];
