import { notFound } from '../kit/errors.ts';
import { readSignedData } from '../mail/data-url.ts';
import { page } from '../mail/page.ts';
import type { Operation } from './context.ts';
import { localeOf, wordsOf } from './words.ts';

export const getDataPage: Operation<'getDataPage'> = async (ctx, { mailbox }) => {
  const hash = readSignedData(mailbox);
  if (!hash) throw notFound();
  const held = await ctx.held.count(hash);
  const locale = localeOf(ctx.request.headers);
  const say = wordsOf(locale);
  const lines = say.lines(held);
  const post = (action: string, label: string) =>
    `<form method="post" action="/api/data/${mailbox}/${action}"><button type="submit">${label}</button></form>`;
  const body = [
    `<p>${say.intro}</p>`,
    lines.length > 0 ? `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>` : `<p>${say.nothing}</p>`,
    held.has_account ? `<p>${say.account}</p>` : '',
    lines.length > 0 ? `${post('export', say.download)}<p>${say.eraseIntro}</p>${post('erase', say.erase)}` : '',
  ];
  return page(say.title, body.join(''), locale);
};
