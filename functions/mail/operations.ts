import type { OperationOf } from '../kit/contract/contract.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { mail } from './contract.ts';
import { page } from './page.ts';
import { suppress } from './suppressions.ts';
import { readUnsubscribe } from './unsubscribe-url.ts';

/** The signed address is the only credential of these calls. */
export const bindMail = (table: Table, call: Call) => ({
  ...call,
  suppress: (addressHash: string) => suppress(table, addressHash, 'unsubscribed'),
});

type Operation<Id extends keyof (typeof mail)['rows']> = OperationOf<ReturnType<typeof bindMail>, typeof mail, Id>;

export const getUnsubscribePage: Operation<'getUnsubscribePage'> = async (_ctx, { signed }) => {
  if (!readUnsubscribe(signed)) throw notFound();
  return page(
    'Unsubscribe from Sidenote?',
    '<p>We’ll stop emailing you when your notes are answered or someone invites you.</p>' +
      '<form method="post"><button type="submit">Unsubscribe</button></form>',
  );
};

export const unsubscribe: Operation<'unsubscribe'> = async (ctx, { signed }) => {
  const hash = readUnsubscribe(signed);
  if (!hash) throw notFound();
  await ctx.suppress(hash);
  return page('You’re unsubscribed', '<p>Sidenote won’t email this address again.</p>');
};
