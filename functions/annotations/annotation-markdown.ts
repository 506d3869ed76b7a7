import type { Operation } from '../context.ts';
import type { annotations } from './contract.ts';
import { markdownOf } from './markdown.ts';

export const annotationMarkdown: Operation<typeof annotations, 'annotationMarkdown'> = async (
  ctx,
  { annotation_id },
) => ({ text: markdownOf(await ctx.annotations.thread(annotation_id)) });
