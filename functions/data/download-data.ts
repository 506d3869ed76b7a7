import { notFound } from '../kit/errors.ts';
import { readSignedData } from '../mail/data-url.ts';
import type { Operation } from './context.ts';

export const downloadData: Operation<'downloadData'> = async (ctx, { mailbox, query }) => {
  const hash = readSignedData(mailbox);
  if (!hash) throw notFound();
  const part = await ctx.held.read(hash, query.after);
  return {
    headers: { 'content-disposition': 'attachment; filename="sidenote-data.json"' },
    text: JSON.stringify(part),
  };
};
