import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import type { UsageKind } from './counters.ts';
import { dayOf } from './window.ts';

export interface Use {
  /** A row that was counted is counted once. */
  row: string;
  actor: string;
  day: string;
  counts: Partial<Record<UsageKind, number>>;
  itemIdentifier: string;
}

type Image = Record<string, AttributeValue>;

const numberIn = (value: AttributeValue | undefined): number | undefined => {
  const number = Number(value?.N ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

const isAudit = ({ pk, action }: Image) => action?.S !== undefined && (pk?.S ?? '').includes('#AUDIT#');

const countsOf = (before: Image | undefined, after: Image): { at: number | undefined; counts: Use['counts'] } => {
  if (!before && isAudit(after)) {
    const runs = numberIn(after.target?.M?.runs);
    return { at: numberIn(after.created_at), counts: { writes: 1, ...(runs !== undefined && { runs }) } };
  }
  if (before && after.mail_state?.S === 'sent' && before.mail_state?.S !== 'sent') {
    return { at: numberIn(after.settled_at), counts: { mails: 1 } };
  }
  return { at: undefined, counts: {} };
};

export const useIn = ({ dynamodb = {} }: DynamoDBRecord): Use | undefined => {
  const { OldImage: before, NewImage: after, SequenceNumber: itemIdentifier = '' } = dynamodb;
  const actor = after?.caused_by?.S;
  if (!after || !actor) return undefined;
  const { at, counts } = countsOf(before, after);
  if (at === undefined) return undefined;
  return { row: `${after.pk?.S} ${after.sk?.S}`, actor, day: dayOf(at), counts, itemIdentifier };
};
