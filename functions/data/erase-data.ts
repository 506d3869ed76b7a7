import { notFound } from '../kit/errors.ts';
import { readSignedData } from '../mail/data-url.ts';
import { page } from '../mail/page.ts';
import type { Operation } from './context.ts';
import { localeOf, wordsOf } from './words.ts';

export const eraseData: Operation<'eraseData'> = async (ctx, { mailbox }) => {
  const hash = readSignedData(mailbox);
  if (!hash) throw notFound();
  await ctx.held.owe(hash);
  const locale = localeOf(ctx.request.headers);
  const say = wordsOf(locale);
  return page(say.doneTitle, `<p>${say.done}</p>`, locale);
};
