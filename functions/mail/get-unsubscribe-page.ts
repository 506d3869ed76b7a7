import { notFound } from '../kit/errors.ts';
import type { MailOperation } from './context.ts';
import type { mail } from './contract.ts';
import { page } from './page.ts';
import { readUnsubscribe } from './unsubscribe-url.ts';

export const getUnsubscribePage: MailOperation<typeof mail, 'getUnsubscribePage'> = async (_ctx, { signed }) => {
  if (!readUnsubscribe(signed)) throw notFound();
  return page(
    'No more mail from Sidenote?',
    '<p>You will not be told by mail any more when a note of yours is answered, or when somebody invites you.</p>' +
      '<form method="post"><button type="submit">Stop these mails</button></form>',
  );
};
