import type { OperationOf } from '../kit/contract/contract.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';
import type { mail } from './contract.ts';
import type { Language } from './layout.ts';
import { localeOf, page } from './page.ts';
import { suppress } from './suppressions.ts';
import { readMemberUnsubscribe, readUnsubscribe } from './unsubscribe-url.ts';

/** The signed address is the only credential of these calls. */
export const bindMail = (table: Table, call: Call) => ({
  ...call,
  suppress: (addressHash: string) => suppress(table, addressHash, 'unsubscribed'),
  /** The row is there, since a notification was mailed. */
  endNotifications: ({ ws, user }: { ws: string; user: string }) =>
    table.tryTransact([{ update: keys.reader(ws, user), set: { mail_off: true }, when: [['exists', 'pk']] }]),
});

type Operation<Id extends keyof (typeof mail)['rows']> = OperationOf<ReturnType<typeof bindMail>, typeof mail, Id>;

const en = {
  ask: 'Unsubscribe from Sidenote?',
  meaning:
    'We’ll stop all emails to this address: answers to your notes, invitations, and everything your workspaces send you. The links in our emails close.',
  stop: 'Unsubscribe',
  done: 'You’re unsubscribed',
  never:
    'Sidenote won’t email this address again. If you have an account, you can turn emails on again in the dashboard, under Account → Notifications.',
  memberMeaning: 'We’ll stop emailing you notifications of this workspace. You still see them in the dashboard.',
  memberDone: 'No more notifications of this workspace by email. You can turn them on again in the dashboard.',
};
const words: Record<Language, typeof en> = {
  en,
  de: {
    ask: 'Mails von Sidenote abbestellen?',
    meaning:
      'Dann schicken wir an diese Adresse keine Mails mehr: keine Antworten auf Ihre Notizen, keine Einladungen und nichts aus Ihren Arbeitsbereichen. Die Links in unseren Mails werden geschlossen.',
    stop: 'Abbestellen',
    done: 'Sie haben abbestellt',
    never:
      'Sidenote schreibt an diese Adresse keine Mails mehr. Mit einem Konto können Sie sie im Dashboard wieder einschalten, unter Konto → Benachrichtigungen.',
    memberMeaning:
      'Dann schicken wir Ihnen keine Benachrichtigungen dieses Arbeitsbereichs mehr per Mail. Im Dashboard sehen Sie sie weiterhin.',
    memberDone:
      'Sie erhalten keine Benachrichtigungen dieses Arbeitsbereichs mehr per Mail. Im Dashboard können Sie sie wieder einschalten.',
  },
};

export const getUnsubscribePage: Operation<'getUnsubscribePage'> = async ({ request: { headers } }, { signed }) => {
  const isOfMember = readMemberUnsubscribe(signed) !== undefined;
  if (!isOfMember && !readUnsubscribe(signed)) throw notFound();
  const locale = localeOf(headers);
  const { ask, meaning, memberMeaning, stop } = words[locale];
  const form = `<form method="post"><button type="submit">${stop}</button></form>`;
  return page(ask, `<p>${isOfMember ? memberMeaning : meaning}</p>${form}`, locale);
};

export const unsubscribe: Operation<'unsubscribe'> = async (ctx, { signed }) => {
  const { done, never, memberDone } = words[localeOf(ctx.request.headers)];
  const answer = (meaning: string) => page(done, `<p>${meaning}</p>`, localeOf(ctx.request.headers));
  const member = readMemberUnsubscribe(signed);
  if (member) {
    await ctx.endNotifications(member);
    return answer(memberDone);
  }
  const hash = readUnsubscribe(signed);
  if (!hash) throw notFound();
  await ctx.suppress(hash);
  return answer(never);
};
