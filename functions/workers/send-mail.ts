import { invitationMail } from '../invitations/letters/invitation-mail.ts';
import { sendMail } from '../mail/send-mail.ts';
import { resolutionMail } from '../resolutions/letters/resolution-mail.ts';
import { accessRequestMail } from '../signup/letters/access-request-mail.ts';

export const handler = sendMail({
  resolution: resolutionMail,
  invitation: invitationMail,
  'access-request': accessRequestMail,
});
