import type { OperationOf } from '../kit/contract/contract.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { mail } from './contract.ts';
import type { Language } from './layout.ts';
import { localeOf, page } from './page.ts';
import { suppress } from './suppressions.ts';
import { readUnsubscribe } from './unsubscribe-url.ts';

/** The signed address is the only credential of these calls. */
export const bindMail = (table: Table, call: Call) => ({
  ...call,
  suppress: (addressHash: string) => suppress(table, addressHash, 'unsubscribed'),
});

type Operation<Id extends keyof (typeof mail)['rows']> = OperationOf<ReturnType<typeof bindMail>, typeof mail, Id>;

const en = {
  ask: 'Unsubscribe from Sidenote?',
  meaning:
    'We’ll stop emailing you when your notes are answered or someone invites you, and the links in our emails close.',
  stop: 'Unsubscribe',
  done: 'You’re unsubscribed',
  never: 'Sidenote won’t email this address again.',
};
const words: Record<Language, typeof en> = {
  en,
  de: {
    ask: 'Mails von Sidenote abbestellen?',
    meaning:
      'Dann schreiben wir Ihnen nicht mehr, wenn jemand auf Ihre Notizen antwortet oder Sie einlädt. Die Links in unseren Mails werden geschlossen.',
    stop: 'Abbestellen',
    done: 'Sie haben abbestellt',
    never: 'Sidenote schreibt an diese Adresse keine Mails mehr.',
  },
};

export const getUnsubscribePage: Operation<'getUnsubscribePage'> = async ({ request: { headers } }, { signed }) => {
  if (!readUnsubscribe(signed)) throw notFound();
  const locale = localeOf(headers);
  const { ask, meaning, stop } = words[locale];
  const form = `<form method="post"><button type="submit">${stop}</button></form>`;
  return page(ask, `<p>${meaning}</p>${form}`, locale);
};

export const unsubscribe: Operation<'unsubscribe'> = async (ctx, { signed }) => {
  const hash = readUnsubscribe(signed);
  if (!hash) throw notFound();
  await ctx.suppress(hash);
  const locale = localeOf(ctx.request.headers);
  const { done, never } = words[locale];
  return page(done, `<p>${never}</p>`, locale);
};
