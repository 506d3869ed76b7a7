import { ownersOf } from '../kit/access/membership.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { DAY } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { type Test, unchanged } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import { numberAt, requireIds } from '../kit/table/record.ts';
import type { StoredRow, Table, Write } from '../kit/table/table.ts';
import { owedMail } from '../mail/owed-mail.ts';
import type { SWITCHED_OFF_FOR } from './schema.ts';

export const MAX_BAD_DAYS = 5;
const MAIL_KEPT_MS = 40 * DAY;

type Why = (typeof SWITCHED_OFF_FOR)[number];

/** Failures of an address aren't held against the next one. */
const isSameTarget = ({ url }: StoredRow): Test => ['=', 'url', url];

/** A transaction takes 100 writes. */
const MAX_MAILS = 50;

/** Once, and each OWNER gets a mail. */
export const switchOff = async (
  table: Table,
  row: StoredRow,
  why: Why,
  at: number,
  when: readonly Test[] = [],
): Promise<void> => {
  const [ws, webhook] = requireIds(keys.webhook, row);
  const mails = (await ownersOf(table, ws)).slice(0, MAX_MAILS).map((user_id): Write => {
    const key = keys.webhookMail(ws, webhook, newId());
    return {
      put: {
        ...key,
        user_id,
        why,
        ...owedMail('webhook-off', key, at, at + MAIL_KEPT_MS),
      },
    };
  });
  await table.tryTransact([
    {
      update: row,
      set: { active: false, switched_off: { at, why }, updated_at: at },
      remove: ['bad_days', 'bad_day'],
      when: [['=', 'active', true], ['absent', 'deleted_at'], isSameTarget(row), ...when],
    },
    auditEntry(ws, { kind: 'service' }, 'webhook.switch_off', { webhook_id: webhook, why }),
    ...mails,
  ]);
};

/** A day is bad if a delivery failed and none has succeeded since. */
export const noteFailure = async (table: Table, row: StoredRow, at: number): Promise<void> => {
  const day = Math.floor(at / DAY);
  if (row.bad_day === day) return;
  const bad_days = row.bad_day === day - 1 ? numberAt(row, 'bad_days') + 1 : 1;
  // A success meanwhile ends the bad days.
  const isUnchanged = unchanged('bad_day', row.bad_day);
  if (bad_days >= MAX_BAD_DAYS) return switchOff(table, row, 'failing', at, [isUnchanged]);
  await table.tryTransact([{ update: row, set: { bad_day: day, bad_days }, when: [isSameTarget(row), isUnchanged] }]);
};

export const noteSuccess = async (table: Table, row: StoredRow): Promise<void> => {
  if (row.bad_day === undefined) return;
  await table.tryTransact([{ update: row, remove: ['bad_days', 'bad_day'], when: [isSameTarget(row)] }]);
};
