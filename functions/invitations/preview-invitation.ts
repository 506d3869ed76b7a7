import { notFound } from '../kit/errors.ts';
import type { Operation } from './context.ts';
import type { invitations } from './contract.ts';
import { emailHint } from './email-hint.ts';

export const previewInvitation: Operation<typeof invitations, 'previewInvitation'> = async (ctx, { token }) => {
  const open = await ctx.links.readOpen(token);
  if (!open) throw notFound();
  const { row, workspace } = open;
  return {
    workspace_name: String(workspace.name),
    invited_by_name: row.invited_by_name,
    role: row.role,
    email_hint: emailHint(row.email),
    expires_at: row.expires_at,
  };
};
