import { DAY, HOUR, now, ttlAt } from '../kit/clock.ts';
import { below, LIVE } from '../kit/table/expression.ts';
import { keys, scratchKeys } from '../kit/table/keys.ts';
import { openTable, type Table, type Write } from '../kit/table/table.ts';
import { isSuppressed } from '../mail/suppressions.ts';
import { OVERDUE, OWED, owed } from '../owed/jobs.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { idsOfKey, type ResolutionIds, readSubject, replyInstead, wantsMail } from './submitter.ts';

const MAILS_A_DAY = 3;

const countMail = (hash: string, at: number): Write => ({
  in: 'scratch',
  update: scratchKeys.mailCount(hash, new Date(at).toISOString().slice(0, 10)),
  set: { ttl: ttlAt(at + 2 * DAY) },
  add: { count: 1 },
  when: [below('count', MAILS_A_DAY)],
});

const handOver = (
  { ws, annotation, resolution }: ResolutionIds,
  mailed: { site_id: unknown; caused_by: unknown },
  hash: string,
  at: number,
): Write[] => {
  const mail = keys.annotationMail(ws, annotation, resolution);
  return [
    countMail(hash, at),
    {
      update: keys.resolution(ws, annotation, resolution),
      remove: OWED,
      when: [['=', 'job', 'notify-submitter']],
    },
    { check: keys.annotation(ws, annotation), when: LIVE },
    {
      put: {
        ...mail,
        kind: 'resolution',
        workspace_id: ws,
        ...mailed,
        annotation_id: annotation,
        resolution_id: resolution,
        mail_state: 'owed',
        created_at: at,
        ...owed('send-mail', mail, at),
      },
      when: [['absent', 'pk']],
    },
  ];
};

let table: Table | undefined;

export const notifySubmitter = queueWorker(async ({ pk, sk }) => {
  table ??= openTable();
  const ids = idsOfKey({ pk, sk });
  const subject = await readSubject(table, ids);
  const at = now();
  if (subject.state === 'gone') return;
  if (subject.state === 'asleep') {
    const putOff: Write = {
      update: { pk, sk },
      set: { due_at: at + HOUR },
      remove: OVERDUE,
      when: [['=', 'job', 'notify-submitter']],
    };
    await table.tryTransact([putOff]);
    return;
  }
  const { workspace, resolution, annotation, address, hash } = subject;
  if (resolution.job !== 'notify-submitter') return;
  const mayMail = address !== undefined && wantsMail(workspace) && !(await isSuppressed(table, hash));
  if (mayMail) {
    const mailed = { site_id: annotation.site_id, caused_by: resolution.caused_by };
    const failed = await table.failedWrites(handOver(ids, mailed, hash, at));
    const isOverCap = failed.length === 1 && failed[0] === 0;
    if (!isOverCap) return;
  }
  await table.tryTransact(replyInstead(ids, resolution, at, [['=', 'job', 'notify-submitter']]));
});
