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
/** A window of their own, so that looking at an invitation uses up no other allowance. */
const LOOKS = [{ bucket: 'ip', max: 20, per_seconds: 60 }] as const;

export const invitations = area('invitations', {
  createInvitation: {
    method: 'POST',
    path: '/api/workspaces/{ws_id}/invitations',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Invite an e-mail address to the workspace; the mail goes out by itself',
    body: InvitationCreate,
    response: Invitation,
  },
  listInvitations: {
    method: 'GET',
    path: '/api/workspaces/{ws_id}/invitations',
    role: 'MEMBER',
    by: SESSION,
    scope: 'path',
    summary: 'List invitations, newest first; only open ones unless asked',
    query: InvitationQuery,
    response: pageOf(Invitation),
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/api/workspaces/{ws_id}/invitations/{token}',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Revoke an open invitation at once',
    response: Deleted,
    refuses: [410],
  },
  resendInvitation: {
    method: 'POST',
    path: '/api/workspaces/{ws_id}/invitations/{token}/resend',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Send the mail of an open invitation again, with the same token; 3 an hour',
    response: Invitation,
    refuses: [410],
  },
  previewInvitation: {
    method: 'GET',
    path: '/api/invitations/{token}',
    role: null,
    by: [],
    summary: 'Show what an open invitation is for; every other token is the same 404',
    response: InvitationPreview,
    limits: LOOKS,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/invitations/accept',
    role: null,
    by: SESSION,
    scope: 'user',
    summary: 'Join the workspace; the verified e-mail of the session must be the invited one',
    body: InvitationAccept,
    response: Accepted,
    refuses: [404, 410],
  },
});
