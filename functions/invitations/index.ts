import { serve } from '../kit/http/serve.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { bindInvitations } from './context.ts';
import { invitations } from './contract.ts';
import { createInvitation } from './create-invitation.ts';
import { listInvitations } from './list-invitations.ts';
import { previewInvitation } from './preview-invitation.ts';
import { resendInvitation } from './resend-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';

export const handler = serve(
  invitations,
  {
    createInvitation,
    listInvitations,
    revokeInvitation,
    resendInvitation,
    previewInvitation,
    acceptInvitation,
  },
  bindInvitations,
);
