import { annotationLists } from '../annotations/lists.ts';
import { noteStore } from '../annotations/note-store.ts';
import { risksOfNote } from '../annotations/risks/risks.ts';
import type { AnnotationRow, ReplyRow } from '../annotations/rows.ts';
import { annotationStore } from '../annotations/store.ts';
import { notFound } from '../kit/errors.ts';
import type { Storage } from '../kit/files/storage.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId, timeOfId } from '../kit/ids.ts';
import { type Key, scratchKeys } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { callingSite, refusedOriginOf, stakeholderOf, stakeholderRevoked } from './caller.ts';
import type { widget } from './contract.ts';
import { isAuthor, presentedNotes } from './note-secret.ts';
import { findPageMember, type PageMember } from './page-member.ts';
import { presentPin } from './present-pin.ts';
import { anonymousSettings } from './settings.ts';

const LONGEST_ORIGIN = 300;
const MAX_NEWS = 20;

export const bindWidget = (storage: Storage) => (table: Table, call: Call) => ({
  ...call,
  storage,
  annotations: annotationStore(table, call),
  lists: annotationLists(table, call),
  notes: noteStore(table, call),
  rowsOf: (wanted: readonly Key[]) => table.getEach(wanted, { consistent: true }),
  member: () => findPageMember(table, call),
  annotationsAs: (member: PageMember) => annotationStore(table, { ...call, actor: member }),
  seen: {
    putRefused: (site: string, refused: Item) =>
      table.put({ ...scratchKeys.refused(site), ...refused }, { in: 'scratch' }),
  },
});

export type WidgetContext = ReturnType<ReturnType<typeof bindWidget>>;
export type Widget = Operations<WidgetContext, typeof widget>;

export const getWidgetSettings: Widget['getWidgetSettings'] = async (ctx) => {
  // A person who sets up the widget waits for a sign of it, and a refused page shows none.
  const { site, refused } = refusedOriginOf(ctx);
  if (refused !== undefined) {
    await ctx.seen.putRefused(site.id, { origin: refused.slice(0, LONGEST_ORIGIN), refused_at: ctx.now });
  }
  const settings = anonymousSettings(callingSite(ctx), ctx.rows.workspace ?? {});
  const { status, stakeholder } = stakeholderOf(ctx);
  return {
    ...settings,
    stakeholder: stakeholder && { ...stakeholder, name: stakeholder.name ?? '' },
    stakeholder_status: status,
  };
};

export const createUpload: Widget['createUpload'] = async (ctx, { body: { kind, content_type, size } }) => {
  const { workspace_id, id } = callingSite(ctx);
  return ctx.storage.presignUpload({ workspace_id, owner: id, kind }, content_type, size);
};

const ownNote = async (ctx: WidgetContext, annotation_id: string): Promise<AnnotationRow> => {
  callingSite(ctx);
  const row = await ctx.annotations.findRow(annotation_id);
  if (row && isAuthor(ctx, row, presentedNotes(ctx).get(annotation_id))) return row;
  throw stakeholderOf(ctx).status === 'revoked' ? stakeholderRevoked() : notFound();
};

const replyBy = ({ actor }: WidgetContext, annotation_id: string, body: string, name: string): ReplyRow => {
  const id = newId();
  const author_name = actor.kind === 'stakeholder' ? actor.name : name;
  const risks = risksOfNote(author_name, body);
  const reply = { id, annotation_id, author: 'stakeholder' as const, author_name, body, created_at: timeOfId(id) };
  return { ...reply, ...(risks.length > 0 && { risks }) };
};

export const replyToNote: Widget['replyToNote'] = async (ctx, { annotation_id, body }) => {
  const row = await ownNote(ctx, annotation_id);
  const { reply } = await ctx.annotations.answer(row, {
    reply: replyBy(ctx, annotation_id, body.body, body.author_name),
  });
  if (!reply) throw notFound();
  return reply;
};

export const confirmNote: Widget['confirmNote'] = async (
  ctx,
  { annotation_id, body: { fixed, body, author_name } },
) => {
  const found = await ownNote(ctx, annotation_id);
  const reply = fixed || body === undefined ? undefined : replyBy(ctx, annotation_id, body, author_name);
  const { row } = await ctx.annotations.answer(found, { fixed, ...(reply && { reply }) });
  return { id: annotation_id, status: row.status, confirmation: row.confirmation ?? null };
};

export const getNews: Widget['getNews'] = async (ctx) => {
  const { id: site } = callingSite(ctx);
  const secrets = presentedNotes(ctx);
  const { actor } = ctx;
  const ids =
    actor.kind === 'stakeholder' ? await ctx.notes.idsOfStakeholder(site, actor.stakeholder_id, MAX_NEWS) : [];
  const rows = await ctx.annotations.rowsOf([...new Set([...ids, ...secrets.keys()])]);
  const times = rows.flatMap((row) =>
    row.quarantine === null && row.news_at !== undefined && isAuthor(ctx, row, secrets.get(row.id))
      ? [row.news_at]
      : [],
  );
  return { news_at: times.length > 0 ? Math.max(...times) : null };
};

export const getPin: Widget['getPin'] = async (ctx, { annotation_id }) => {
  const { workspace_id } = callingSite(ctx);
  const member = await ctx.member();
  const thread = await ctx.annotations.findThread(annotation_id);
  if (!thread || !(member || (ctx.actor.kind === 'stakeholder' && isAuthor(ctx, thread.row, undefined))))
    throw notFound();
  return presentPin(workspace_id, thread, member !== undefined);
};

/** As the member whose session allowed it. */
const asMember = async (ctx: WidgetContext) => {
  callingSite(ctx);
  const member = await ctx.member();
  if (!member) throw notFound();
  return { member, annotations: ctx.annotationsAs(member) };
};

export const replyToPin: Widget['replyToPin'] = async (ctx, { annotation_id, body: { body, internal } }) => {
  const { member, annotations } = await asMember(ctx);
  const id = newId();
  return annotations.reply({
    id,
    annotation_id,
    author: 'owner',
    author_name: member.name,
    body,
    created_at: timeOfId(id),
    ...(internal && { internal }),
  });
};

export const setPinStatus: Widget['setPinStatus'] = async (ctx, { annotation_id, body: { status } }) => {
  const { annotations } = await asMember(ctx);
  const { row } = await annotations.patch(await annotations.thread(annotation_id), { status, updated_at: ctx.now });
  return { id: row.id, status: row.status };
};
