import { HOUR, now } from '../kit/clock.ts';
import { type Key, keys, workspacePartition } from '../kit/table/keys.ts';
import { requireIds, sortPrefix, textAt } from '../kit/table/record.ts';
import type { Table } from '../kit/table/table.ts';
import { addressHash } from '../kit/text/address.ts';
import { countMail } from '../mail/count-mail.ts';
import { isSuppressed } from '../mail/suppressions.ts';
import { verifiedAddress } from '../mail/verified-address.ts';
import { OVERDUE, OWED, owed } from '../owed/jobs.ts';

const MAILS_A_DAY = 30;
const MAX_OWNERS = 10;

const ownersOf = async (table: Table, ws: string): Promise<string[]> => {
  const members = await table.queryAll({
    partition: workspacePartition(ws),
    sort: ['begins_with', sortPrefix(keys.member, ws)],
    filter: [['=', 'role', 'OWNER']],
  });
  return members.slice(0, MAX_OWNERS).map((row) => requireIds(keys.member, row)[1]);
};

/** Once per request and OWNER, however often the message arrives. */
export const askApproval = async (table: Table, key: Key): Promise<void> => {
  const [ws, annotation] = requireIds(keys.approval, key);
  const approval = await table.get(key);
  if (approval?.job !== 'ask-approval') return;
  const isOwed = [
    ['=', 'job', 'ask-approval'],
    ['=', 'id', approval.id],
  ] as const;
  const workspace = await table.get(keys.workspace(ws));
  if (workspace?.deleted_at !== undefined) {
    await table.tryTransact([{ update: key, set: { due_at: now() + HOUR }, remove: OVERDUE, when: isOwed }]);
    return;
  }
  const request = textAt(approval, 'id');
  const tell = async (user: string) => {
    const at = now();
    const address = verifiedAddress(await table.get(keys.user(user)));
    if (address === undefined) return;
    const hash = addressHash(address);
    if (await isSuppressed(table, hash)) return;
    const mail = keys.approvalMail(ws, annotation, request, user);
    await table.tryTransact([
      countMail(hash, at, MAILS_A_DAY),
      {
        put: {
          ...mail,
          kind: 'approval',
          workspace_id: ws,
          annotation_id: annotation,
          caused_by: approval.caused_by,
          mail_state: 'owed',
          created_at: at,
          ...owed('send-mail', mail, at),
        },
        when: [['absent', 'pk']],
      },
    ]);
  };
  if (workspace) await Promise.all((await ownersOf(table, ws)).map(tell));
  await table.tryTransact([{ update: key, remove: OWED, when: isOwed }]);
};
