import * as z from 'zod';
import { AuditEntry } from '../kit/audit/audit-entry.ts';
import {
  area,
  beyondSpec,
  GUESTS_IN_PATH,
  MEMBERS_IN_PATH,
  OWNERS_IN_PATH,
  route,
  SIGNED_IN,
} from '../kit/contract/contract.ts';
import { Deleted, Id, LongPageQuery, PageQuery, pageOf } from '../kit/contract/schema.ts';
import { Profile } from '../me/schema.ts';
import {
  AuditQuery,
  Member,
  MemberPatch,
  MemberRemoval,
  MemberRemoved,
  TransferOwnerRequest,
  Workspace,
  WorkspaceCreate,
  WorkspacePatch,
} from './schema.ts';
import { View, ViewCreate, Views } from './views.ts';

export const workspaces = area('workspaces', {
  createWorkspace: route('POST /api/workspaces', SIGNED_IN, {
    open_body: true,
    summary: 'Create a workspace and become its OWNER',
    body: WorkspaceCreate,
    response: Workspace,
    refuses: [409],
  }),
  listWorkspaces: route('GET /api/workspaces', SIGNED_IN, {
    listed_query: true,
    summary: "List the caller's workspaces and their role in each",
    query: LongPageQuery.extend({
      include: z
        .enum(['', 'deleted'])
        .default('')
        .meta({ description: '`deleted`: include deleted workspaces that the caller can still restore as an OWNER' }),
    }),
    response: pageOf(Workspace).extend({
      user_id: Id.meta({ description: 'The caller, as identified in member lists, assignees and the audit log' }),
      profile: Profile.pick({ name: true, language: true, time_zone: true }),
    }),
  }),
  getWorkspace: route('GET /api/workspaces/{ws_id}', GUESTS_IN_PATH, {
    summary: 'Read a workspace',
    response: Workspace,
  }),
  patchWorkspace: route('PATCH /api/workspaces/{ws_id}', OWNERS_IN_PATH, {
    open_body: true,
    summary: "Change a workspace's name, slug, language, notification settings or monthly limit of model costs",
    body: WorkspacePatch,
    response: Workspace,
  }),
  deleteWorkspace: route('DELETE /api/workspaces/{ws_id}', OWNERS_IN_PATH, {
    summary: 'Delete a workspace; an OWNER can restore it within 30 days',
    response: Deleted,
    refuses: [409],
  }),
  restoreWorkspace: route('POST /api/workspaces/{ws_id}/restore', OWNERS_IN_PATH, {
    while_deleted: true,
    summary: 'Restore a deleted workspace within 30 days',
    response: Workspace,
  }),
  transferOwner: route('POST /api/workspaces/{ws_id}/transfer-owner', OWNERS_IN_PATH, {
    open_body: true,
    summary: 'Transfer ownership to a member; the caller becomes a MEMBER',
    body: TransferOwnerRequest,
    response: Workspace,
    refuses: [409],
  }),
  listMembers: route('GET /api/workspaces/{ws_id}/members', MEMBERS_IN_PATH, {
    summary: "List a workspace's members",
    query: PageQuery,
    response: pageOf(Member),
  }),
  patchMember: route('PATCH /api/workspaces/{ws_id}/members/{user_id}', OWNERS_IN_PATH, {
    summary: "Change a member's role or granted sites",
    body: MemberPatch,
    response: Member,
    refuses: [409],
  }),
  removeMember: route('DELETE /api/workspaces/{ws_id}/members/{user_id}', OWNERS_IN_PATH, {
    oneself: true,
    summary: 'Remove a member, or leave the workspace; `api_tokens` decides what happens to their API tokens',
    query: MemberRemoval,
    response: MemberRemoved,
    refuses: [409],
  }),
  createView: beyondSpec('POST /api/workspaces/{ws_id}/views', GUESTS_IN_PATH, {
    summary: 'Save a view of the inbox, for oneself or for the workspace',
    body: ViewCreate,
    response: View,
  }),
  listViews: beyondSpec('GET /api/workspaces/{ws_id}/views', GUESTS_IN_PATH, {
    summary: "List the caller's saved views of the inbox, and those that the workspace shares",
    response: Views,
  }),
  deleteView: beyondSpec('DELETE /api/workspaces/{ws_id}/views/{view_id}', GUESTS_IN_PATH, {
    summary: 'Delete a saved view: a shared one as a MEMBER, or your own',
    response: Deleted,
  }),
  listAudit: beyondSpec('GET /api/workspaces/{ws_id}/audit', OWNERS_IN_PATH, {
    summary: "List a workspace's changes, newest first",
    query: AuditQuery,
    response: pageOf(AuditEntry),
  }),
});
