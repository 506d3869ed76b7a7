import type { Operation } from '../context.ts';
import { unprocessable } from '../kit/errors.ts';
import type { annotations } from './contract.ts';
import { presentAnnotation } from './present-annotation.ts';
import { toStatus } from './status.ts';

export const patchAnnotation: Operation<typeof annotations, 'patchAnnotation'> = async (
  ctx,
  { annotation_id, body: { status, summary, assignee_id } },
) => {
  const set = {
    ...(status !== undefined && { status: toStatus(status) }),
    ...(summary !== undefined && { summary }),
    ...(assignee_id !== undefined && { assignee_id }),
  };
  const [thread, isAssignable] = await Promise.all([
    ctx.annotations.thread(annotation_id),
    assignee_id ? ctx.annotations.isMember(assignee_id) : assignee_id !== '',
  ]);
  if (!isAssignable) {
    throw unprocessable(['body', 'assignee_id'], 'Must be the user id of a member of this workspace, or null.');
  }
  if (Object.keys(set).length === 0) return presentAnnotation(thread);
  const changed = { ...set, updated_at: ctx.now };
  await ctx.annotations.patch(thread.row, changed);
  return presentAnnotation({ ...thread, row: { ...thread.row, ...changed } });
};
