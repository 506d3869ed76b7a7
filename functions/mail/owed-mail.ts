import { ttlAt } from '../kit/clock.ts';
import type { Key } from '../kit/table/keys.ts';
import type { Item } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';

/** Attributes of the row of a mail to be sent at that time. */
export const owedMail = (kind: string, key: Key, at: number, keptUntil?: number): Item => ({
  kind,
  mail_state: 'owed',
  created_at: at,
  ttl: keptUntil === undefined ? undefined : ttlAt(keptUntil),
  ...owed('send-mail', key, at),
});
