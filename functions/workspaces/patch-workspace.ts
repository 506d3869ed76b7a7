import { type Operation, workspaceOf } from './context.ts';
import { presentWorkspace } from './present-workspace.ts';

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Without the fields that are undefined, which is what Given<Fields> spells out. */
const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;

export const patchWorkspace: Operation<'patchWorkspace'> = async (ctx, { body: { notifications, ...fields } }) => {
  const row = workspaceOf(ctx);
  const changed = {
    ...given(fields),
    ...(notifications && { notifications: { ...row.notifications, ...given(notifications) } }),
  };
  if (Object.keys(changed).length === 0) return presentWorkspace(row);
  const set = { ...changed, updated_at: ctx.now };
  await ctx.workspaces.patch(set);
  return presentWorkspace({ ...row, ...set });
};
