import type { Operation } from '../context.ts';
import { newId, timeOfId } from '../kit/ids.ts';
import type { annotations } from './contract.ts';

export const createReply: Operation<typeof annotations, 'createReply'> = (ctx, { annotation_id, body }) => {
  const id = newId();
  const author = ctx.actor.kind === 'session' ? body.author : 'agent';
  return ctx.annotations.reply({ ...body, id, annotation_id, author, created_at: timeOfId(id) });
};
