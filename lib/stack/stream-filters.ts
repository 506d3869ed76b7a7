/** A pattern of an event source mapping's FilterCriteria: the leaves of nested objects are lists of allowed values. */
export interface Pattern {
  [field: string]: Pattern | readonly (string | number | boolean | null | { exists: boolean })[];
}

const SOME = [{ exists: true }];

/**
 * Records that trigger `dispatch`: rows that owe work, and rows removed by TTL, because the end of a grace period is
 * owed work too.
 */
export const owedFilters: readonly Pattern[] = [
  { dynamodb: { NewImage: { due_at: { N: SOME } } } },
  {
    eventName: ['REMOVE'],
    dynamodb: { OldImage: { job: { S: SOME } } },
    userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
  },
];

/** Records that count as usage: audit entries and sent emails, if a user caused them. */
export const useFilters: readonly Pattern[] = [
  { eventName: ['INSERT'], dynamodb: { NewImage: { action: { S: SOME }, caused_by: { S: SOME } } } },
  { eventName: ['MODIFY'], dynamodb: { NewImage: { mail_state: { S: ['sent'] }, caused_by: { S: SOME } } } },
];
