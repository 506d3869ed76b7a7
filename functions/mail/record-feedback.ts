import type { SNSEvent } from 'aws-lambda';
import { lambda } from '../kit/lambda.ts';
import { logBug } from '../kit/log.ts';
import { sharedTable } from '../kit/table/table.ts';
import { addressHash } from '../kit/text/address.ts';
import { fieldsOf } from '../kit/unknown.ts';
import { type SuppressionReason, suppress } from './suppressions.ts';

interface Feedback {
  reason: SuppressionReason;
  addresses: string[];
}

const addressesIn = (recipients: unknown): string[] =>
  (Array.isArray(recipients) ? recipients : []).flatMap((recipient) => {
    const { emailAddress } = fieldsOf(recipient);
    // SES may give the address as the header had it, with a name before it.
    return typeof emailAddress === 'string' ? [emailAddress.replace(/^.*<([^<>]*)>\s*$/, '$1')] : [];
  });

/** Undefined if there is nothing to do, as after a transient bounce. */
const readFeedback = (message: string): Feedback | undefined => {
  const { notificationType, eventType, bounce, complaint } = fieldsOf(JSON.parse(message));
  const type = notificationType ?? eventType;
  if (type === 'Complaint') {
    const { complaintFeedbackType, complainedRecipients } = fieldsOf(complaint);
    // Their provider took back what it had reported.
    if (complaintFeedbackType === 'not-spam') return undefined;
    return { reason: 'complained', addresses: addressesIn(complainedRecipients) };
  }
  const { bounceType, bouncedRecipients } = fieldsOf(bounce);
  if (type !== 'Bounce' || bounceType !== 'Permanent') return undefined;
  return { reason: 'bounced', addresses: addressesIn(bouncedRecipients) };
};

export const recordFeedback = lambda([], async (event: SNSEvent): Promise<void> => {
  const record = async (message: string) => {
    const feedback = readFeedback(message);
    if (!feedback) return;
    await Promise.all(
      feedback.addresses.map((address) => suppress(sharedTable(), addressHash(address), feedback.reason)),
    );
  };
  const outcomes = await Promise.allSettled(event.Records.map(({ Sns }) => record(Sns.Message)));
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failed) logBug('mail feedback', reason);
  if (failed.length > 0) throw new Error(`${failed.length} notifications could not be recorded.`);
});
