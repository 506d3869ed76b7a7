import { Refusal } from '../kit/errors.ts';
import { escapeHtml, oneLine } from '../mail/escape.ts';
import { page } from '../mail/page.ts';
import type { Operation } from './context.ts';
import type { invitations } from './contract.ts';
import { emailHint } from './email-hint.ts';

/** The same for every link that opens nothing. */
const closed = () =>
  new Refusal(
    404,
    'This invitation is not open. It may have expired, been accepted or been revoked: ask whoever invited you for a new one.',
  );

const shown = (text: string, max: number) => `<bdi>${escapeHtml(oneLine(text, max))}</bdi>`;

export const getInvitationPage: Operation<typeof invitations, 'getInvitationPage'> = async (ctx, { token }) => {
  const open = await ctx.links.readOpen(token);
  if (!open) throw closed();
  const { row, workspace } = open;
  const by = row.invited_by_name ? shown(row.invited_by_name, 80) : 'Somebody';
  const until = new Date(row.expires_at).toISOString().slice(0, 10);
  return page(
    'You are invited',
    `<p>${by} invites you to <strong>${shown(String(workspace.name), 80)}</strong> on Sidenote, as ${row.role}.</p>` +
      `<p>Sign in as <bdi>${escapeHtml(emailHint(row.email))}</bdi> and send <code>POST /api/invitations/accept</code> with the ` +
      `token that ends this page's address. The invitation is good until ${until}.</p>`,
  );
};
