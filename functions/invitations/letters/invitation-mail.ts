import { now } from '../../kit/clock.ts';
import { fields, number, oneOf, optional, text } from '../../kit/table/fields.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { requireIds, textAt } from '../../kit/table/record.ts';
import type { Item, Table, Write } from '../../kit/table/table.ts';
import { mailableAddress } from '../../kit/text/address.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import { readyFor } from '../../mail/ready-for.ts';
import type { InvitationRow } from '../schema.ts';
import { statusOf } from '../state.ts';
import { invitationLink } from '../token.ts';
import { invitationLetter } from './invitation-letter.ts';

const readInvitation = fields({
  id: text,
  workspace_id: text,
  email: text,
  role: oneOf(['MEMBER', 'GUEST']),
  invited_by_name: text,
  key_id: text,
  expires_at: number,
  accepted_at: optional(number),
  revoked_at: optional(number),
});

const idsOf = (mail: Key) => requireIds(keys.invitationMail, mail);

const keyOf = (mail: Key): Key => {
  const [ws, invitation] = idsOf(mail);
  return keys.invitation(ws, invitation);
};

const statusWrite = (mail: Key, mail_status: InvitationRow['mail_status']): Write => ({
  update: keyOf(mail),
  set: { mail_status },
  when: [['exists', 'pk']],
});

const compose: MailKind['compose'] = async (table: Table, mail: Key & Item) => {
  const [item, workspace] = await Promise.all([table.get(keyOf(mail)), table.get(keys.workspace(idsOf(mail)[0]))]);
  if (!item || !workspace) return { state: 'gone' };
  const row = readInvitation(item);
  const to = mailableAddress(row.email);
  const link = invitationLink(row);
  if (statusOf(row, now()) !== 'open' || to === undefined || link === undefined) return { state: 'gone' };
  if (workspace.deleted_at !== undefined) return { state: 'asleep' };
  return readyFor(to, workspace.default_locale, (addressee) =>
    invitationLetter({
      ...addressee,
      workspace: textAt(workspace, 'name'),
      by: row.invited_by_name,
      role: row.role,
      link,
      expires_at: row.expires_at,
    }),
  );
};

export const invitationMail: MailKind = {
  compose,
  record: (mail, outcome) => [statusWrite(mail, outcome)],
  instead: async (_table, mail) => [statusWrite(mail, 'suppressed')],
};
