import type { Operation } from '../context.ts';
import type { annotations } from './contract.ts';

export const deleteAnnotation: Operation<typeof annotations, 'deleteAnnotation'> = async (ctx, { annotation_id }) => {
  await ctx.annotations.markDeleted(annotation_id);
  return { id: annotation_id, deleted: true };
};
