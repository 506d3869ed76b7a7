import { notFound } from '../kit/errors.ts';
import type { MailOperation } from './context.ts';
import type { mail } from './contract.ts';
import { page } from './page.ts';
import { readUnsubscribe } from './unsubscribe-url.ts';

export const getUnsubscribePage: MailOperation<typeof mail, 'getUnsubscribePage'> = async (_ctx, { signed }) => {
  if (!readUnsubscribe(signed)) throw notFound();
  return page(
    'Unsubscribe from Sidenote?',
    '<p>We’ll stop emailing you when your notes are answered or someone invites you.</p>' +
      '<form method="post"><button type="submit">Unsubscribe</button></form>',
  );
};
