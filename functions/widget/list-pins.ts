import { shownUrl } from '../annotations/new-note.ts';
import type { AnnotationRow, ContextRow, Status } from '../annotations/rows.ts';
import { MAX_ANSWER_BYTES } from '../kit/http/fit.ts';
import { callingSite } from './caller.ts';
import { isAuthor } from './note-secret.ts';
import type { Widget, WidgetContext } from './operations.ts';
import { accessEnded } from './page-member.ts';
import { MAX_PINS } from './schema.ts';

/** Of each status, the newest: a page has to open quickly. */
const READ = { pending: 600, blocked: 200 } as const;
const PER_READ = 200;
const OPEN = Object.keys(READ) as (keyof typeof READ)[];

const isOpen = (status: Status): boolean => OPEN.some((one) => one === status);

const openNotes = async (ctx: WidgetContext, site_id: string, status: keyof typeof READ, page_url: string) => {
  const rows: AnnotationRow[] = [];
  let read = 0;
  let cursor: string | undefined;
  do {
    const page = await ctx.lists.list({ site_id, status, quarantined: false }, { limit: PER_READ, cursor });
    rows.push(...page.items.filter((row) => row.page_url === page_url));
    read += PER_READ;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && read < READ[status] && rows.length < MAX_PINS);
  return { rows, isCut: cursor !== undefined };
};

/** A stakeholder's own, which the link shows in *Your notes* too. */
const ownNotes = async (ctx: WidgetContext, site_id: string, stakeholder_id: string) => {
  const ids = await ctx.notes.idsOfStakeholder(site_id, stakeholder_id, MAX_PINS + 1);
  const rows = await ctx.annotations.rowsOf(ids);
  return {
    rows: rows.filter((row) => isAuthor(ctx, row, undefined) && row.quarantine === null && isOpen(row.status)),
    isCut: ids.length > MAX_PINS,
  };
};

const presentListed = (row: AnnotationRow, { captured, name, body }: ContextRow) => ({
  id: row.id,
  status: row.status,
  kind: row.kind,
  excerpt: body.slice(0, 200),
  author_name: name,
  created_at: row.created_at,
  anchor: captured.anchor,
  ...(captured.html !== undefined && { html: captured.html }),
  ...(captured.page.title !== undefined && { title: captured.page.title }),
  ...(captured.page.route !== undefined && { route: captured.page.route }),
});

export const listPins: Widget['listPins'] = async (ctx, { query: { page_url } }) => {
  const site = callingSite(ctx);
  const member = await ctx.member();
  const { actor } = ctx;
  if (!member && actor.kind !== 'stakeholder') throw accessEnded();
  const url = shownUrl(page_url);
  const found = member
    ? await Promise.all(OPEN.map((status) => openNotes(ctx, site.id, status, url)))
    : actor.kind === 'stakeholder'
      ? [await ownNotes(ctx, site.id, actor.stakeholder_id)]
      : [];
  const all = found.flatMap((one) => one.rows).sort((a, b) => b.created_at - a.created_at);
  const rows = all.slice(0, MAX_PINS);
  const contexts = await ctx.notes.contextsOf(rows.map(({ id }) => id));
  let room = MAX_ANSWER_BYTES / 2;
  const pins = rows.flatMap((row, at) => {
    const context = contexts[at];
    if (!context || context.captured.page.url !== page_url) return [];
    const pin = presentListed(row, context);
    room -= Buffer.byteLength(JSON.stringify(pin));
    return room < 0 ? [] : [pin];
  });
  const isCut = room < 0 || rows.length < all.length || found.some((one) => one.isCut);
  return { pins, is_complete: !isCut };
};
