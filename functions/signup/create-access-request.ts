import type { Operation } from './context.ts';

/** One and the same for everybody: it tells nothing of who has asked before. */
const ANSWER = {
  ok: true,
  queued: true,
  message: 'Thank you. Your request is on our list; we will write to you.',
} as const;

export const createAccessRequest: Operation<'createAccessRequest'> = async (ctx, { body }) => {
  // An Idempotency-Key is of no use here: repeating changes nothing.
  await ctx.accessRequests.add({ email: body.email, intent: body.intent ?? null, source: body.source ?? null });
  return ANSWER;
};
