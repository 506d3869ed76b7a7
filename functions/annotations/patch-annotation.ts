import type { Operation } from '../context.ts';
import { unprocessable } from '../kit/errors.ts';
import type { annotations } from './contract.ts';
import { presentAnnotation } from './present-annotation.ts';
import type { AnnotationRow } from './rows.ts';
import { toStatus } from './status.ts';

/** Into quarantine or out of it; a note that is set aside keeps its reasons, one that was released has them again. */
const moveOf = (
  { quarantine, released = ['by_hand'] }: AnnotationRow,
  quarantined: boolean | undefined,
): Partial<AnnotationRow> => {
  if (quarantined === undefined || quarantined === (quarantine !== null)) return {};
  if (quarantine === null) return { quarantine: released };
  return { quarantine: null, ...(!quarantine.includes('by_hand') && { released: quarantine }) };
};

export const patchAnnotation: Operation<typeof annotations, 'patchAnnotation'> = async (
  ctx,
  { annotation_id, body: { status, summary, assignee_id, quarantined } },
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
    throw unprocessable(['body', 'assignee_id'], 'not_a_member');
  }
  const changes = { ...set, ...moveOf(thread.row, quarantined) };
  if (Object.keys(changes).length === 0) return presentAnnotation(thread);
  const row = await ctx.annotations.patch(thread.row, { ...changes, updated_at: ctx.now });
  return presentAnnotation({ ...thread, row });
};
