import type { Operation } from './context.ts';

export const listMembers: Operation<'listMembers'> = (ctx, { query }) => ctx.members.list(query);
