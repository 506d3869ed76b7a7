import { askApproval } from '../annotations/ask-approval.ts';
import { openTable, type Table } from '../kit/table/table.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { notifySubmitter } from '../threads/notify-submitter.ts';

let table: Table | undefined;

export const handler = queueWorker(async ({ job, pk, sk }) => {
  table ??= openTable();
  if (job === 'ask-approval') return askApproval(table, { pk, sk });
  await notifySubmitter(table, { pk, sk });
});
