import { invitationMail } from '../invitations/letters/invitation-mail.ts';
import { resolutionMail } from '../resolutions/letters/resolution-mail.ts';
import { accessRequestMail } from '../signup/letters/access-request-mail.ts';
import type { MailKind } from './mail-kind.ts';

/** Every mail that Sidenote sends; `kind` of a mail's row names one of these. */
export const mailKinds: Record<string, MailKind> = {
  resolution: resolutionMail,
  invitation: invitationMail,
  'access-request': accessRequestMail,
};
