export interface Pattern {
  [field: string]: Pattern | readonly (string | number | boolean | null | { exists: boolean })[];
}

const SOME = [{ exists: true }];

/** The end of a grace period, a removal by TTL, is owed work too. */
export const owedFilters: readonly Pattern[] = [
  { dynamodb: { NewImage: { due_at: { N: SOME } } } },
  {
    eventName: ['REMOVE'],
    dynamodb: { OldImage: { job: { S: SOME } } },
    userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
  },
];

/** Every change of a note touches its row. Its text is written in parallel, and search reads it. */
export const changeFilters: readonly Pattern[] = [{ dynamodb: { Keys: { sk: { S: ['ANN', 'CONTEXT'] } } } }];

/** A review ends: an event for webhooks. */
export const endFilters: readonly Pattern[] = [
  {
    dynamodb: {
      Keys: { sk: { S: ['REVIEW'] } },
      OldImage: { list: { M: { completed_at: { NULL: SOME } } } },
      NewImage: { list: { M: { completed_at: { N: SOME } } } },
    },
  },
];

/** An audit entry that owes an event for members. */
export const entryFilters: readonly Pattern[] = [
  { eventName: ['INSERT'], dynamodb: { NewImage: { action: { S: SOME }, owes: { S: SOME } } } },
];

export const useFilters: readonly Pattern[] = [
  { eventName: ['INSERT'], dynamodb: { NewImage: { action: { S: SOME }, caused_by: { S: SOME } } } },
  { eventName: ['MODIFY'], dynamodb: { NewImage: { mail_state: { S: ['sent'] }, caused_by: { S: SOME } } } },
];
