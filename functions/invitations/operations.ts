import { actorIdOf } from '../kit/audit/audit-log.ts';
import { forbidden, notFound, unprocessable } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { currentKeyId } from '../kit/server-keys.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';
import { mailableAddress } from '../kit/text/address.ts';
import type { invitations } from './contract.ts';
import { linkStore } from './links.ts';
import { type InvitationRow, LIFE } from './schema.ts';
import { refusalOf, statusOf } from './state.ts';
import { invitationStore } from './store.ts';
import { invitationLink, invitationToken, readInvitationToken } from './token.ts';

export const bindInvitations = (table: Table, call: Call) => ({
  ...call,
  invitations: invitationStore(table, call),
  links: linkStore(table, call),
});

type Context = ReturnType<typeof bindInvitations>;
type Invitations = Operations<Context, typeof invitations>;

const idInPath = ({ scope, now }: Context, token: string): string => {
  const named = readInvitationToken(token);
  if (!named || named.workspace_id !== scope.workspace_id || named.expires_at <= now) throw notFound();
  return named.id;
};

const present = (row: InvitationRow, at: number) => ({
  ...row,
  status: statusOf(row, at),
  token: invitationToken(row) ?? '',
  link: invitationLink(row) ?? '',
});

export const createInvitation: Invitations['createInvitation'] = async (ctx, { body }) => {
  const site_grants = [...new Set(body.site_grants)];
  const [missing, isSuppressed, earlier] = await Promise.all([
    ctx.invitations.firstMissingSite(site_grants),
    ctx.invitations.isSuppressed(body.email),
    ctx.invitations.earlierOf(body.email),
  ]);
  if (missing >= 0 && !(await ctx.invitations.wasCreated())) {
    const place = body.site_grants.indexOf(site_grants[missing] ?? '');
    throw unprocessable(['body', 'site_grants', place], 'site_unknown');
  }
  const row: InvitationRow = {
    id: newId(),
    workspace_id: ctx.scope.workspace_id,
    email: body.email,
    role: body.role,
    site_grants,
    key_id: currentKeyId(),
    expires_at: ctx.now + LIFE,
    mail_status: isSuppressed ? 'suppressed' : 'pending',
    invited_by: actorIdOf(ctx.actor),
    invited_by_name: ctx.actor.kind === 'session' ? ctx.actor.name.slice(0, 120).toWellFormed() : '',
    created_at: ctx.now,
  };
  return present(await ctx.invitations.create(row, earlier), ctx.now);
};

export const listInvitations: Invitations['listInvitations'] = async (ctx, { query }) =>
  mapPage(await ctx.invitations.list(query), (row) => {
    const shown = present(row, ctx.now);
    // An open row whose server key is retired is of no use to anyone.
    return query.status !== 'open' || shown.status === 'open' ? shown : undefined;
  });

export const revokeInvitation: Invitations['revokeInvitation'] = async (ctx, { token }) => {
  const id = idInPath(ctx, token);
  await ctx.invitations.revoke(id);
  return { id, deleted: true };
};

export const resendInvitation: Invitations['resendInvitation'] = async (ctx, { token }) => {
  const row = await ctx.invitations.get(idInPath(ctx, token));
  await ctx.invitations.unlessReplayed(() => {
    const refusal = refusalOf(row, ctx.now);
    if (refusal) throw refusal;
  });
  const mail_status = await ctx.invitations.resend(row);
  return present({ ...row, mail_status }, ctx.now);
};

/** `ada@example.com` → `a•••@example.com`: its owner recognizes it, and others with the link learn no address. */
const emailHint = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${at > 1 ? email.slice(0, 1) : ''}•••${email.slice(at)}`;
};

export const previewInvitation: Invitations['previewInvitation'] = async (ctx, { token }) => {
  const linked = await ctx.links.read(token);
  if (!linked || statusOf(linked.row, ctx.now) !== 'open') throw notFound();
  const { row, workspace } = linked;
  return {
    workspace_name: workspace.name,
    invited_by_name: row.invited_by_name,
    role: row.role,
    email_hint: emailHint(row.email),
    expires_at: row.expires_at,
  };
};

/** An address that no mail could reach equals none, so that no look-alike letter folds into another. */
const isSameAddress = (a: string, b: string): boolean => {
  const [left, right] = [mailableAddress(a), mailableAddress(b)];
  return left !== undefined && left.toLowerCase() === right?.toLowerCase();
};

export const acceptInvitation: Invitations['acceptInvitation'] = async (ctx, { body }) => {
  const linked = await ctx.links.read(body.token);
  if (!linked || ctx.actor.kind !== 'session') throw notFound();
  const { row } = linked;
  const refusal = refusalOf(row, ctx.now);
  // A request repeated with its Idempotency-Key gets the answer of the first.
  if (refusal && !ctx.once) throw refusal;
  if (!isSameAddress(ctx.actor.email, row.email)) {
    throw refusal ?? forbidden('invitation_other_address', {}, { reason: 'other_address' });
  }
  if (!ctx.actor.email_verified) throw refusal ?? forbidden('email_unverified', {}, { reason: 'unverified_address' });
  const accepted = await ctx.links.accept(linked, ctx.actor);
  if (accepted) return accepted;
  const now = await ctx.links.read(body.token);
  throw refusalOf(now?.row, ctx.now) ?? notFound();
};
