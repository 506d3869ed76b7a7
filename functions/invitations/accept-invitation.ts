import { forbidden, notFound } from '../kit/errors.ts';
import { mailableAddress } from '../kit/text/address.ts';
import type { Operation } from './context.ts';
import type { invitations } from './contract.ts';
import { refusalOf } from './state.ts';

/** Case does not count. An address that no mail could reach equals none, so that no look-alike letter folds into another. */
const isSameAddress = (a: string, b: string): boolean => {
  const [left, right] = [mailableAddress(a), mailableAddress(b)];
  return left !== undefined && left.toLowerCase() === right?.toLowerCase();
};

export const acceptInvitation: Operation<typeof invitations, 'acceptInvitation'> = async (ctx, { body }) => {
  const linked = await ctx.links.read(body.token);
  if (!linked || ctx.actor.kind !== 'session') throw notFound();
  const { row } = linked;
  const refusal = refusalOf(row, ctx.now);
  // A repeat under its Idempotency-Key is told what the first call did.
  if (refusal && !ctx.once) throw refusal;
  if (!isSameAddress(ctx.actor.email, row.email)) {
    throw forbidden(
      'invitation_other_address',
      {},
      {
        reason: 'other_address',
      },
    );
  }
  if (!ctx.actor.email_verified) {
    throw forbidden(
      'email_unverified',
      {},
      {
        reason: 'unverified_address',
      },
    );
  }
  const accepted = await ctx.links.accept(linked, ctx.actor);
  if (accepted) return accepted;
  const now = await ctx.links.read(body.token);
  throw refusalOf(now?.row, ctx.now) ?? notFound();
};
