import { type Key, keys } from '../../kit/table/keys.ts';
import { requireIds, textAt } from '../../kit/table/record.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import { readyFor } from '../../mail/ready-for.ts';
import { verifiedAddress } from '../../mail/verified-address.ts';
import { dashboardUrl } from '../../workspaces/dashboard-url.ts';
import { switchedOffLetter } from './switched-off-letter.ts';

const compose: MailKind['compose'] = async (table: Table, mail: Key & Item) => {
  const [ws, webhook] = requireIds(keys.webhookMail, mail);
  const user_id = textAt(mail, 'user_id');
  const wanted = [keys.workspace(ws), keys.webhook(ws, webhook), keys.member(ws, user_id), keys.user(user_id)];
  const [workspace, row, member, account] = await Promise.all(wanted.map((key) => table.get(key)));
  if (!workspace || !row || row.active === true || member?.role !== 'OWNER') return { state: 'gone' };
  if (workspace.deleted_at !== undefined) return { state: 'asleep' };
  const to = verifiedAddress(account);
  if (to === undefined) return { state: 'unmailable' };
  return readyFor(to, account?.language ?? workspace.default_locale, (addressee) =>
    switchedOffLetter({
      ...addressee,
      workspace: textAt(workspace, 'name'),
      host: new URL(textAt(row, 'url')).host,
      why: mail.why === 'gone' ? 'gone' : 'failing',
      link: dashboardUrl(ws, '/workspace?tab=webhooks'),
    }),
  );
};

/** The webhook itself says that it was switched off. */
export const switchedOffMail: MailKind = { compose, record: () => [], instead: async () => [] };
