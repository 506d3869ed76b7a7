import type { OperationOf } from '../kit/contract/contract.ts';
import { notFound, type Refusal } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';
import type { mail } from './contract.ts';
import type { Language } from './layout.ts';
import { inWords, localeOf, page } from './page.ts';
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
  goneTitle: 'This link doesn’t work',
  gone: 'It may be incomplete or too old. Open the link in our latest email to you.',
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
    goneTitle: 'Dieser Link funktioniert nicht',
    gone: 'Vielleicht ist er unvollständig oder zu alt. Öffnen Sie den Link in unserer neuesten Mail an Sie.',
  },
};

const goneWords = ({ status }: Refusal, locale: Language) => {
  const { goneTitle, gone } = words[locale];
  return status === 404 ? ([goneTitle, gone] as const) : undefined;
};

export const getUnsubscribePage: Operation<'getUnsubscribePage'> = (ctx, { signed }) =>
  inWords(ctx, goneWords, async () => {
    const isOfMember = readMemberUnsubscribe(signed) !== undefined;
    if (!isOfMember && !readUnsubscribe(signed)) throw notFound();
    const locale = localeOf(ctx.request.headers);
    const { ask, meaning, memberMeaning, stop } = words[locale];
    const form = `<form method="post"><button type="submit">${stop}</button></form>`;
    return page(ask, `<p>${isOfMember ? memberMeaning : meaning}</p>${form}`, locale);
  });

export const unsubscribe: Operation<'unsubscribe'> = (ctx, { signed }) =>
  inWords(ctx, goneWords, async () => {
    const locale = localeOf(ctx.request.headers);
    const { done, never, memberDone } = words[locale];
    const member = readMemberUnsubscribe(signed);
    const hash = member ? undefined : readUnsubscribe(signed);
    if (member) await ctx.endNotifications(member);
    else if (hash) await ctx.suppress(hash);
    else throw notFound();
    return page(done, `<p>${member ? memberDone : never}</p>`, locale);
  });
