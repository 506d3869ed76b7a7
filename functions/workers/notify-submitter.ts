import { askApproval } from '../annotations/ask-approval.ts';
import { sharedTable } from '../kit/table/table.ts';
import { notifyMembers } from '../notifications/notify-members.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { notifySubmitter } from '../threads/notify-submitter.ts';

export const handler = queueWorker(async ({ job, pk, sk }) => {
  const table = sharedTable();
  if (job === 'ask-approval') return askApproval(table, { pk, sk });
  if (job === 'notify-members') return notifyMembers(table, { pk, sk });
  await notifySubmitter(table, { pk, sk });
});
