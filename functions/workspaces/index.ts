import { serve } from '../kit/http/serve.ts';
import { bindWorkspaces } from './context.ts';
import { workspaces } from './contract.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { getWorkspace } from './get-workspace.ts';
import { listAudit } from './list-audit.ts';
import { listMembers } from './list-members.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { patchMember } from './patch-member.ts';
import { patchWorkspace } from './patch-workspace.ts';
import { removeMember } from './remove-member.ts';
import { restoreWorkspace } from './restore-workspace.ts';
import { transferOwner } from './transfer-owner.ts';

export const handler = serve(
  workspaces,
  {
    createWorkspace,
    listWorkspaces,
    getWorkspace,
    patchWorkspace,
    deleteWorkspace,
    restoreWorkspace,
    transferOwner,
    listMembers,
    patchMember,
    removeMember,
    listAudit,
  },
  bindWorkspaces,
);
