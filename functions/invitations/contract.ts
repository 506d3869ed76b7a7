import { area } from '../kit/contract/contract.ts';
import { Deleted, pageOf } from '../kit/contract/schema.ts';
import {
  Accepted,
  Invitation,
  InvitationAccept,
  InvitationCreate,
  InvitationPreview,
  InvitationQuery,
} from './schema.ts';

const SESSION = ['session'] as const;
/** A separate window, so that viewing an invitation doesn't use up another allowance. */
const LOOKS = [{ bucket: 'ip', max: 20, per_seconds: 60 }] as const;

export const invitations = area('invitations', {
  createInvitation: {
    method: 'POST',
    path: '/api/workspaces/{ws_id}/invitations',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Invite someone to the workspace by email',
    body: InvitationCreate,
    response: Invitation,
  },
  listInvitations: {
    method: 'GET',
    path: '/api/workspaces/{ws_id}/invitations',
    role: 'MEMBER',
    by: SESSION,
    scope: 'path',
    summary: 'List invitations, newest first; only open ones by default',
    query: InvitationQuery,
    response: pageOf(Invitation),
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/api/workspaces/{ws_id}/invitations/{token}',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Revoke an open invitation immediately',
    response: Deleted,
    refuses: [410],
  },
  resendInvitation: {
    method: 'POST',
    path: '/api/workspaces/{ws_id}/invitations/{token}/resend',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Resend an open invitation with the same token; 3 per hour',
    response: Invitation,
    refuses: [410],
  },
  previewInvitation: {
    method: 'GET',
    path: '/api/invitations/{token}',
    role: null,
    by: [],
    summary: 'Preview an open invitation; any other token is a 404',
    response: InvitationPreview,
    limits: LOOKS,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/invitations/accept',
    role: null,
    by: SESSION,
    scope: 'user',
    summary: "Accept an invitation; the session's verified email must match the invited one",
    body: InvitationAccept,
    response: Accepted,
    refuses: [404, 410],
  },
});
