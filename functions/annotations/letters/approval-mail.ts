import { isSiteDeleted } from '../../kit/access/membership.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { requireIds, textAt } from '../../kit/table/record.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import { readyFor } from '../../mail/ready-for.ts';
import { verifiedAddress } from '../../mail/verified-address.ts';
import { dashboardUrl } from '../../workspaces/dashboard-url.ts';
import { agentIn } from '../lease.ts';
import { awaitsDecision } from '../waiting-for.ts';
import { approvalLetter } from './approval-letter.ts';

/** Not sent if by now someone has decided, the agent asks something else, or no one should act on it. */
const compose: MailKind['compose'] = async (table: Table, mail: Key & Item) => {
  const [ws, annotation, request, user_id] = requireIds(keys.approvalMail, mail);
  const [workspace, note, approval, member, user] = await Promise.all([
    table.get(keys.workspace(ws)),
    table.get(keys.annotation(ws, annotation)),
    table.get(keys.approval(ws, annotation)),
    table.get(keys.member(ws, user_id)),
    table.get(keys.user(user_id)),
  ]);
  const to = verifiedAddress(user);
  const isAsked = note !== undefined && awaitsDecision(note) && approval?.id === request;
  if (!workspace || !isAsked || member?.role !== 'OWNER' || to === undefined) return { state: 'gone' };
  if (note.deleted_at !== undefined || isSiteDeleted(workspace, note.site_id)) return { state: 'gone' };
  if (workspace.deleted_at !== undefined) return { state: 'asleep' };
  const site = await table.get(keys.site(ws, textAt(note, 'site_id')));
  if (!site) return { state: 'gone' };
  return readyFor(to, user?.language ?? workspace.default_locale, (addressee) =>
    approvalLetter({
      ...addressee,
      workspace: textAt(workspace, 'name'),
      site: textAt(site, 'name'),
      agent: agentIn(textAt(approval, 'requested_by')),
      intent: textAt(approval, 'intent'),
      note: textAt(note, 'excerpt'),
      link: dashboardUrl(ws, `/inbox/${annotation}`),
    }),
  );
};

/** The note's page shows the request with or without the mail. */
export const approvalMail: MailKind = { compose, record: () => [], instead: async () => [] };
