import { approvalMail } from '../annotations/letters/approval-mail.ts';
import { invitationMail } from '../invitations/letters/invitation-mail.ts';
import { sendMail } from '../mail/send-mail.ts';
import { digestMail, notificationMail } from '../notifications/letters/notification-mails.ts';
import { accessRequestMail } from '../signup/letters/access-request-mail.ts';
import { noteMail } from '../threads/letters/note-mail.ts';
import { switchedOffMail } from '../webhooks/letters/switched-off-mail.ts';

export const handler = sendMail({
  note: noteMail,
  approval: approvalMail,
  invitation: invitationMail,
  'access-request': accessRequestMail,
  notification: notificationMail,
  'notification-digest': digestMail,
  'webhook-off': switchedOffMail,
});
