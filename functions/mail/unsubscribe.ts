import { notFound } from '../kit/errors.ts';
import type { MailOperation } from './context.ts';
import type { mail } from './contract.ts';
import { page } from './page.ts';
import { readUnsubscribe } from './unsubscribe-url.ts';

export const unsubscribe: MailOperation<typeof mail, 'unsubscribe'> = async (ctx, { signed }) => {
  const hash = readUnsubscribe(signed);
  if (!hash) throw notFound();
  await ctx.suppress(hash);
  return page('Done', '<p>Sidenote sends no more mail to this address.</p>');
};
