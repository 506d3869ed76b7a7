import { noteStore } from '../annotations/note-store.ts';
import { KINDS } from '../annotations/rows.ts';
import { annotationStore } from '../annotations/store.ts';
import { notFound } from '../kit/errors.ts';
import type { Storage } from '../kit/files/storage.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId, timeOfId } from '../kit/ids.ts';
import { scratchKeys } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { callingSite, refusedOriginOf, stakeholderOf, stakeholderRevoked } from './caller.ts';
import type { widget } from './contract.ts';
import { isAuthor, presentedNotes } from './note-secret.ts';

const LONGEST_ORIGIN = 300;

export const bindWidget = (table: Table, call: Call) => ({
  ...call,
  annotations: annotationStore(table, call),
  notes: noteStore(table, call),
  seen: {
    put: (site: string, seen: Item) => table.put({ ...scratchKeys.seen(site), ...seen }, { in: 'scratch' }),
    putRefused: (site: string, refused: Item) =>
      table.put({ ...scratchKeys.refused(site), ...refused }, { in: 'scratch' }),
  },
});

export type WidgetContext = ReturnType<typeof bindWidget>;
export type Widget = Operations<WidgetContext, typeof widget>;

export const getWidgetSettings: Widget['getWidgetSettings'] = async (ctx) => {
  // A person who sets up the widget waits for a sign of it, and a refused page shows none.
  const { site, refused } = refusedOriginOf(ctx);
  if (refused !== undefined) {
    await ctx.seen.putRefused(site.id, { origin: refused.slice(0, LONGEST_ORIGIN), refused_at: ctx.now });
  }
  const { name, widget } = callingSite(ctx);
  const { status, stakeholder } = stakeholderOf(ctx);
  return {
    site: { name, ...widget },
    stakeholder: stakeholder && { ...stakeholder, name: stakeholder.name ?? '' },
    stakeholder_status: status,
    kinds: [...KINDS],
  };
};

export const createUpload =
  (storage: Storage): Widget['createUpload'] =>
  async (ctx, { body: { kind, content_type, size } }) => {
    const { workspace_id, id } = callingSite(ctx);
    return storage.presignUpload({ workspace_id, owner: id, kind }, content_type, size);
  };

export const replyToNote: Widget['replyToNote'] = async (ctx, { annotation_id, body }) => {
  callingSite(ctx);
  const row = await ctx.annotations.findRow(annotation_id);
  if (!row || !isAuthor(ctx, row, presentedNotes(ctx).get(annotation_id))) {
    throw stakeholderOf(ctx).status === 'revoked' ? stakeholderRevoked() : notFound();
  }
  const id = newId();
  const author_name = ctx.actor.kind === 'stakeholder' ? ctx.actor.name : body.author_name;
  const reply = { id, annotation_id, author: 'stakeholder' as const, author_name, body: body.body };
  return ctx.annotations.reply({ ...reply, created_at: timeOfId(id) });
};

export const reportSeen: Widget['reportSeen'] = async (ctx, { body }) => {
  const { id } = callingSite(ctx);
  await ctx.seen.put(id, { ...body, origin: ctx.request.origin, seen_at: ctx.now });
  return { ok: true };
};
