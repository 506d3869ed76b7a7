import { DAY, dayOf, endOfDay } from '../kit/clock.ts';
import { optionalSetting } from '../kit/config.ts';
import type { Call } from '../kit/http/serve.ts';
import { newId, timeOfId } from '../kit/ids.ts';
import { countWithin } from '../kit/table/count-within.ts';
import { keys, partitions, scratchKeys } from '../kit/table/keys.ts';
import type { PageRequest } from '../kit/table/page.ts';
import { mapPage, readPage } from '../kit/table/page.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { personOfAddress } from '../kit/text/address.ts';
import { owedMail } from '../mail/owed-mail.ts';
import { type AccessRequestRow, accessRequestRows, MAX_MAILS_A_DAY } from './schema.ts';

const MAIL_REMEMBERED = 90 * DAY;

/** One row per address; no answer tells whether it exists. */
export const accessRequestStore = (table: Table, call: Call) => ({
  add: async (asked: Pick<AccessRequestRow, 'email' | 'intent' | 'source'>): Promise<void> => {
    const id = newId();
    const created_at = timeOfId(id);
    const hash = personOfAddress(asked.email);
    const tellsOperators = optionalSetting('OPERATORS_MAIL') !== undefined;
    const row = (mail_status: AccessRequestRow['mail_status']): Write => ({
      put: {
        ...keys.accessRequest(hash),
        gsi1pk: partitions.accessRequests(),
        gsi1sk: id,
        id,
        ...asked,
        mail_status,
        created_at,
      },
      when: [['absent', 'pk']],
    });
    const mailKey = keys.accessRequestMail(id);
    const mail: Write = {
      put: {
        ...mailKey,
        about: hash,
        ...owedMail('access-request', mailKey, created_at, created_at + MAIL_REMEMBERED),
      },
      when: [['absent', 'pk']],
    };
    const count = countWithin(scratchKeys.accessMails(dayOf(created_at)), MAX_MAILS_A_DAY, endOfDay(created_at));
    // A first request and a repeat make the same requests to the table, also on a day of many.
    const isMailed = tellsOperators && !(await table.failedWrites([row('pending'), mail, count])).includes(2);
    if (!isMailed) await table.tryTransact([row('none')]);
  },

  list: async ({ limit, cursor }: PageRequest) => {
    const partition = partitions.accessRequests();
    const page = await readPage(table, {
      query: { index: 'gsi1', partition, newestFirst: true },
      limit,
      cursor,
      binding: { route: call.operation_id, workspace_id: '', filter: {} },
      position: ({ gsi1sk, pk }) => `${gsi1sk} ${pk}`,
      startKey: (position) => {
        const [gsi1sk = '', pk = ''] = position.split(' ');
        return { gsi1pk: partition, gsi1sk, pk, sk: keys.accessRequest('').sk };
      },
    });
    const rows = await table.getMany(page.items);
    const byKey = new Map(rows.map((row) => [row.pk, accessRequestRows.parse(row)]));
    return mapPage(page, ({ pk }) => byKey.get(pk));
  },
});
