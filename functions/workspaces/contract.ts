import * as z from 'zod';
import { AuditEntry } from '../kit/audit-entry.ts';
import { area } from '../kit/contract.ts';
import { Deleted, Id, LongPageQuery, PageQuery, pageOf } from '../kit/schema.ts';
import {
  AuditQuery,
  Member,
  MemberPatch,
  TransferOwnerRequest,
  Workspace,
  WorkspaceCreate,
  WorkspacePatch,
} from './schema.ts';

const SESSION = ['session'] as const;

export const workspaces = area('workspaces', {
  createWorkspace: {
    method: 'POST',
    path: '/api/workspaces',
    role: null,
    by: SESSION,
    scope: 'user',
    summary: 'Create a workspace and become its OWNER',
    body: WorkspaceCreate,
    response: Workspace,
    refuses: [409],
  },
  listWorkspaces: {
    method: 'GET',
    path: '/api/workspaces',
    role: null,
    by: SESSION,
    scope: 'user',
    summary: 'List the workspaces that the caller belongs to, each with their role in it',
    query: LongPageQuery.extend({
      include: z
        .enum(['', 'deleted'])
        .default('')
        .meta({ description: '`deleted`: also deleted ones that the caller, as an OWNER, may still restore' }),
    }),
    response: pageOf(Workspace).extend({
      user_id: Id.meta({ description: 'The caller, as lists of members, assignees and the audit log name them' }),
    }),
  },
  getWorkspace: {
    method: 'GET',
    path: '/api/workspaces/{ws_id}',
    role: 'GUEST',
    by: SESSION,
    scope: 'path',
    summary: 'Read a workspace',
    response: Workspace,
  },
  patchWorkspace: {
    method: 'PATCH',
    path: '/api/workspaces/{ws_id}',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Change the name, slug, language or notification settings of a workspace',
    body: WorkspacePatch,
    response: Workspace,
  },
  deleteWorkspace: {
    method: 'DELETE',
    path: '/api/workspaces/{ws_id}',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Delete a workspace; within 30 days an OWNER can restore it',
    response: Deleted,
    refuses: [409],
  },
  restoreWorkspace: {
    method: 'POST',
    path: '/api/workspaces/{ws_id}/restore',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    while_deleted: true,
    summary: 'Restore a deleted workspace within its 30 days',
    response: Workspace,
  },
  transferOwner: {
    method: 'POST',
    path: '/api/workspaces/{ws_id}/transfer-owner',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Make a member OWNER in the place of the caller, who becomes MEMBER',
    body: TransferOwnerRequest,
    response: Workspace,
    refuses: [409],
  },
  listMembers: {
    method: 'GET',
    path: '/api/workspaces/{ws_id}/members',
    role: 'MEMBER',
    by: SESSION,
    scope: 'path',
    summary: 'List the members of a workspace',
    query: PageQuery,
    response: pageOf(Member),
  },
  patchMember: {
    method: 'PATCH',
    path: '/api/workspaces/{ws_id}/members/{user_id}',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Change the role or the granted sites of a member',
    body: MemberPatch,
    response: Member,
    refuses: [409],
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/workspaces/{ws_id}/members/{user_id}',
    role: 'OWNER',
    by: SESSION,
    oneself: true,
    scope: 'path',
    summary: 'Remove a member, or leave the workspace',
    response: Deleted,
    refuses: [409],
  },
  listAudit: {
    method: 'GET',
    path: '/api/workspaces/{ws_id}/audit',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Read who changed what in a workspace, newest first',
    beyond_spec: true,
    query: AuditQuery,
    response: pageOf(AuditEntry),
  },
});
