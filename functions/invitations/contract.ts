import { area, MEMBERS_IN_PATH, OWNERS_IN_PATH, PUBLIC, route, SIGNED_IN } from '../kit/contract/contract.ts';
import { Deleted, pageOf } from '../kit/contract/schema.ts';
import {
  Accepted,
  Invitation,
  InvitationAccept,
  InvitationCreate,
  InvitationPreview,
  InvitationQuery,
} from './schema.ts';

/** A separate window, so that viewing an invitation doesn't use up another allowance. */
const LOOKS = [{ bucket: 'ip', max: 20, per_seconds: 60 }] as const;

export const invitations = area('invitations', {
  createInvitation: route('POST /api/workspaces/{ws_id}/invitations', OWNERS_IN_PATH, {
    summary: 'Invite someone to the workspace by email',
    body: InvitationCreate,
    response: Invitation,
    refuses: [409],
  }),
  listInvitations: route('GET /api/workspaces/{ws_id}/invitations', MEMBERS_IN_PATH, {
    summary: 'List invitations, newest first; only open ones by default',
    query: InvitationQuery,
    response: pageOf(Invitation),
  }),
  revokeInvitation: route('DELETE /api/workspaces/{ws_id}/invitations/{token}', OWNERS_IN_PATH, {
    summary: 'Revoke an open invitation immediately',
    response: Deleted,
    refuses: [410],
  }),
  resendInvitation: route('POST /api/workspaces/{ws_id}/invitations/{token}/resend', OWNERS_IN_PATH, {
    summary: 'Resend an open invitation with the same token; 3 per hour',
    response: Invitation,
    refuses: [410],
  }),
  previewInvitation: route('GET /api/invitations/{token}', PUBLIC, {
    summary: 'Preview an open invitation; any other token is a 404',
    response: InvitationPreview,
    limits: LOOKS,
  }),
  acceptInvitation: route('POST /api/invitations/accept', SIGNED_IN, {
    summary: "Accept an invitation; the session's verified email must match the invited one",
    body: InvitationAccept,
    response: Accepted,
    refuses: [404, 410],
  }),
});
