import { type Operation, workspaceOf } from './context.ts';
import { presentWorkspace } from './present-workspace.ts';

export const getWorkspace: Operation<'getWorkspace'> = async (ctx) => presentWorkspace(workspaceOf(ctx));
