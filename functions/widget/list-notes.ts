import type { Thread } from '../annotations/store.ts';
import { presentResolution } from '../resolutions/present-resolution.ts';
import { callingSite } from './caller.ts';
import type { WidgetOperation } from './context.ts';
import { isAuthor, presentedNotes } from './note-secret.ts';

const MOST = 50;
/** A Lambda answers 6 MB at most; threads of long replies stay far below it. */
const MAX_CHARACTERS = 1_000_000;

const lengthOf = ({ context, replies, resolutions }: Thread) =>
  [context.body, ...replies.map(({ body }) => body), ...resolutions.map(({ explanation }) => explanation ?? '')].reduce(
    (sum, text) => sum + text.length,
    0,
  );

const presentNote = ({ row, context, replies, resolutions }: Thread) => ({
  ...row,
  body: context.body,
  page_url: context.captured.page.url,
  replies,
  resolutions: resolutions.map(presentResolution),
});

export const listNotes: WidgetOperation<'listNotes'> = async (ctx) => {
  const site = callingSite(ctx);
  const presented = presentedNotes(ctx);
  const own =
    ctx.actor.kind === 'stakeholder' ? await ctx.notes.idsOfStakeholder(site.id, ctx.actor.stakeholder_id, MOST) : [];
  const ids = [...new Set([...own, ...presented.keys()])].sort().reverse();
  const threads = await Promise.all(ids.map((id) => ctx.annotations.findThread(id)));
  const items: ReturnType<typeof presentNote>[] = [];
  let characters = 0;
  for (const thread of threads) {
    if (!thread || !isAuthor(ctx, thread.row, presented.get(thread.row.id))) continue;
    characters += lengthOf(thread);
    if (items.length === MOST || (items.length > 0 && characters > MAX_CHARACTERS)) break;
    items.push(presentNote(thread));
  }
  return { items };
};
