/** A pattern of an event source mapping's FilterCriteria: nested objects end in lists of what a value may be. */
export interface Pattern {
  [field: string]: Pattern | readonly (string | number | boolean | null | { exists: boolean })[];
}

const SOME = [{ exists: true }];

/** Records that wake `dispatch`: rows that owe work, and those whose TTL ran out, because the end of a grace window is owed work too. */
export const owedFilters: readonly Pattern[] = [
  { dynamodb: { NewImage: { due_at: { N: SOME } } } },
  {
    eventName: ['REMOVE'],
    dynamodb: { OldImage: { job: { S: SOME } } },
    userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
  },
];

/** Records that are counted as use: audit entries and sent mails, if a user caused them. */
export const useFilters: readonly Pattern[] = [
  { eventName: ['INSERT'], dynamodb: { NewImage: { action: { S: SOME }, caused_by: { S: SOME } } } },
  { eventName: ['MODIFY'], dynamodb: { NewImage: { mail_state: { S: ['sent'] }, caused_by: { S: SOME } } } },
];
