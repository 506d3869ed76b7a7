import { askApproval } from '../annotations/ask-approval.ts';
import { openTable, type Table } from '../kit/table/table.ts';
import { notifyMembers } from '../notifications/notify-members.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { notifySubmitter } from '../threads/notify-submitter.ts';

let table: Table | undefined;

export const handler = queueWorker(async ({ job, pk, sk }) => {
  table ??= openTable();
  if (job === 'ask-approval') return askApproval(table, { pk, sk });
  if (job === 'notify-members') return notifyMembers(table, { pk, sk });
  await notifySubmitter(table, { pk, sk });
});
