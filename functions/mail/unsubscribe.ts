import { notFound } from '../kit/errors.ts';
import type { MailOperation } from './context.ts';
import type { mail } from './contract.ts';
import { page } from './page.ts';
import { readUnsubscribe } from './unsubscribe-url.ts';

export const unsubscribe: MailOperation<typeof mail, 'unsubscribe'> = async (ctx, { signed }) => {
  const hash = readUnsubscribe(signed);
  if (!hash) throw notFound();
  await ctx.suppress(hash);
  return page('You’re unsubscribed', '<p>Sidenote won’t email this address again.</p>');
};
