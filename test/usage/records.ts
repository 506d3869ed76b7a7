import type { AttributeValue, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { monthOf } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';

type Plain = { [name: string]: string | number | Plain };

const attribute = (value: Plain[string]): AttributeValue => {
  if (typeof value === 'number') return { N: String(value) };
  return typeof value === 'string' ? { S: value } : { M: image(value) };
};

const image = (plain: Plain): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, attribute(value)]));

let sequence = 0;

export const record = (after: Plain, before?: Plain): DynamoDBRecord => {
  sequence += 1;
  return {
    eventName: before ? 'MODIFY' : 'INSERT',
    dynamodb: {
      SequenceNumber: String(sequence),
      NewImage: image(after),
      ...(before && { OldImage: image(before) }),
    },
  };
};

/** An actor's audit entry, as in the stream. */
export const audited = (caused_by: string, at: number, target: Plain = {}): DynamoDBRecord => {
  const id = newId();
  const key = { ...keys.audit(newId(), monthOf(at), id) };
  return record({ ...key, id, actor_kind: 'session', caused_by, action: 'site.patch', target, created_at: at });
};

/** A mail that was just sent. */
export const sent = (caused_by: string, at: number): DynamoDBRecord => {
  const mail = { ...keys.invitationMail(newId(), newId(), newId()), kind: 'invitation', caused_by };
  return record({ ...mail, mail_state: 'sent', settled_at: at }, { ...mail, mail_state: 'claimed' });
};

export const eventOf = (Records: DynamoDBRecord[]): DynamoDBStreamEvent => ({ Records });
