import { conflict } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { type Operation, personOf } from './context.ts';
import { presentWorkspace } from './present-workspace.ts';
import { slugFor } from './slug.ts';

export const createWorkspace: Operation<'createWorkspace'> = async (ctx, { body }) => {
  const id = newId();
  const { row, storedId } = await ctx.workspaces.create(
    personOf(ctx),
    { id, name: body.name, slug: body.slug ?? slugFor(body.name, id) },
    ctx.once,
  );
  if (storedId === id) return presentWorkspace({ ...row, role: 'OWNER' });
  const stored = await ctx.workspaces.findOwn(storedId, personOf(ctx).user_id);
  if (!stored) {
    throw conflict('workspace_gone');
  }
  return presentWorkspace(stored);
};
