import { notFound } from '../kit/errors.ts';
import { newId, timeOfId } from '../kit/ids.ts';
import { callingSite, stakeholderOf, stakeholderRevoked } from './caller.ts';
import type { WidgetOperation } from './context.ts';
import { isAuthor, presentedNotes } from './note-secret.ts';

export const replyToNote: WidgetOperation<'replyToNote'> = async (ctx, { annotation_id, body }) => {
  callingSite(ctx);
  const row = await ctx.annotations.findRow(annotation_id);
  if (!row || !isAuthor(ctx, row, presentedNotes(ctx).get(annotation_id))) {
    throw stakeholderOf(ctx).status === 'revoked' ? stakeholderRevoked() : notFound();
  }
  const id = newId();
  const author_name = ctx.actor.kind === 'stakeholder' ? ctx.actor.name : body.author_name;
  const reply = { id, annotation_id, author: 'stakeholder' as const, author_name, body: body.body };
  return ctx.annotations.reply({ ...reply, created_at: timeOfId(id) });
};
