import { ownersOf } from '../kit/access/membership.ts';
import { endOfDay, now } from '../kit/clock.ts';
import type { Test } from '../kit/table/expression.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { requireIds, textAt } from '../kit/table/record.ts';
import type { Table } from '../kit/table/table.ts';
import { addressHash } from '../kit/text/address.ts';
import { countMail } from '../mail/count-mail.ts';
import { owedMail } from '../mail/owed-mail.ts';
import { isSuppressed } from '../mail/suppressions.ts';
import { verifiedAddress } from '../mail/verified-address.ts';
import { OWED } from '../owed/jobs.ts';
import { putOff, putOffWhileDeleted, scheduledAt } from '../owed/put-off.ts';
import { awaitsDecision } from './waiting-for.ts';

const MAX_OWNERS = 10;

/** Once per request and OWNER, however often the message arrives. Over the limit of an address, the next day. */
export const askApproval = async (table: Table, key: Key): Promise<void> => {
  const [ws, annotation] = requireIds(keys.approval, key);
  const approval = await table.get(key);
  if (approval?.job !== 'ask-approval') return;
  const isSameRequest: readonly Test[] = [['=', 'id', approval.id]];
  const [workspace, note] = await table.getEach([keys.workspace(ws), keys.annotation(ws, annotation)]);
  if (await putOffWhileDeleted(table, workspace, key, 'ask-approval', isSameRequest)) return;
  const request = textAt(approval, 'id');
  const at = now();
  const isOverLimit = async (user: string): Promise<boolean> => {
    const address = verifiedAddress(await table.get(keys.user(user)));
    if (address === undefined) return false;
    const hash = addressHash(address);
    if (await isSuppressed(table, hash)) return false;
    const mail = keys.approvalMail(ws, annotation, request, user);
    const failed = await table.failedWrites([
      countMail('approval', hash, at),
      {
        put: {
          ...mail,
          workspace_id: ws,
          annotation_id: annotation,
          caused_by: approval.caused_by,
          ...owedMail('approval', mail, at),
        },
        when: [['absent', 'pk']],
      },
    ]);
    return failed.length === 1 && failed[0] === 0;
  };
  const isAsked = note !== undefined && awaitsDecision(note);
  const waiting =
    workspace && isAsked ? await Promise.all((await ownersOf(table, ws)).slice(0, MAX_OWNERS).map(isOverLimit)) : [];
  if (waiting.includes(true))
    await putOff(table, key, 'ask-approval', scheduledAt(endOfDay(at)), { when: isSameRequest });
  else await table.tryTransact([{ update: key, remove: OWED, when: [['=', 'job', 'ask-approval'], ...isSameRequest] }]);
};
