import type { Operation } from '../context.ts';
import type { annotations } from './contract.ts';
import { presentAnnotation } from './present-annotation.ts';

export const getAnnotation: Operation<typeof annotations, 'getAnnotation'> = async (ctx, { annotation_id }) =>
  presentAnnotation(await ctx.annotations.thread(annotation_id));
