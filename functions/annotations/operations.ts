import { type ChangesRequest, readChanges } from '../changes/read-changes.ts';
import { loadRefusals } from '../codes/load-refusals.ts';
import { hasRole, isVisible } from '../kit/actor.ts';
import { forbidden, notFound, unprocessable } from '../kit/errors.ts';
import { given } from '../kit/given.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { warningOf } from '../kit/http/warnings.ts';
import { isId, newId, timeOfId } from '../kit/ids.ts';
import type { Table } from '../kit/table/table.ts';
import { canSee } from '../notifications/audience.ts';
import { siteStore } from '../sites/store.ts';
import { AgentName } from './agent-name.ts';
import { anchorCheckStore } from './anchor-check-store.ts';
import type { Decision } from './approval.ts';
import { approvalStore } from './approval-store.ts';
import { auditStore } from './audit-store.ts';
import { claimStore } from './claim-store.ts';
import type { annotations } from './contract.ts';
import { requireMergeable } from './duplicates/duplicate-store.ts';
import { suggestionStore } from './duplicates/suggestion-store.ts';
import { holderOf } from './lease.ts';
import { annotationLists, presentRow } from './lists.ts';
import { markdownOf } from './markdown.ts';
import { missingReason } from './missing-reason.ts';
import { openedStore } from './opened-store.ts';
import { presentAnnotation, presentApproval, presentVerification, urlOf } from './present.ts';
import { type AnnotationRow, toStatus } from './rows.ts';
import { annotationStore } from './store.ts';

const FIRST_ASK_SECONDS = 60;

export const bindAnnotations = (table: Table, call: Call) => ({
  ...call,
  sites: siteStore(table, call),
  annotations: annotationStore(table, call),
  lists: annotationLists(table, call),
  audit: auditStore(table, call),
  opened: openedStore(table, call),
  claims: claimStore(table, call),
  suggestions: suggestionStore(table, call),
  approvals: approvalStore(table, call),
  readChanges: (request: ChangesRequest) => readChanges(table, call, request),
  anchorChecks: anchorCheckStore(table, call),
});

type Context = ReturnType<typeof bindAnnotations>;
type Annotations = Operations<Context, typeof annotations>;

export const listAnnotations: Annotations['listAnnotations'] = async (ctx, { site_id, query }) => {
  const { status, limit, cursor, order, ...rest } = query;
  const oldestFirst = order === 'oldest' ? (true as const) : undefined;
  const filter = { site_id, status: status === undefined ? undefined : toStatus(status), oldestFirst, ...rest };
  if (!isVisible(ctx.scope, site_id)) throw notFound();
  const isFirst = cursor === undefined && !filter.quarantined;
  const { q, ...listed } = filter;
  const [page, quarantined_count] = await Promise.all([
    q === undefined ? ctx.lists.list(listed, { limit, cursor }) : ctx.lists.search({ ...listed, q }, { limit, cursor }),
    isFirst ? ctx.lists.countQuarantined(site_id) : undefined,
  ]);
  // A deleted site has no notes, so only an empty page leaves open whether the site exists.
  if (page.items.length === 0) await ctx.sites.get(site_id);
  return { ...page, quarantined_count };
};

export const countAnnotations: Annotations['countAnnotations'] = async (ctx, { site_id }) => {
  if (!isVisible(ctx.scope, site_id)) throw notFound();
  const counts = await ctx.lists.counts(site_id);
  if (Object.values(counts).every((count) => count === 0)) await ctx.sites.get(site_id);
  return counts;
};

export const listThumbnails: Annotations['listThumbnails'] = async (ctx, { site_id, query: { ids } }) => {
  if (!isVisible(ctx.scope, site_id)) throw notFound();
  const pictures = await ctx.annotations.thumbnails(site_id, [...new Set(ids.split(','))]);
  if (pictures.length === 0) await ctx.sites.get(site_id);
  return { items: pictures.map(({ id, key }) => ({ annotation_id: id, url: urlOf(key) })) };
};

export const listOpened: Annotations['listOpened'] = async (ctx, { site_id }) => {
  if (!isVisible(ctx.scope, site_id)) throw notFound();
  const opened = await ctx.opened.list(site_id);
  if (opened.opened.length === 0) await ctx.sites.get(site_id);
  return opened;
};

/** Notes that are gone, or of another site, are ignored. */
export const markOpened: Annotations['markOpened'] = async (ctx, { site_id, body }) => {
  await ctx.sites.get(site_id);
  if (body.all) await ctx.opened.markAll(site_id);
  else {
    const seen = new Map(
      (body.notes ?? []).map(({ annotation_id, updated_at }) => [annotation_id, Number(updated_at)]),
    );
    const rows = await ctx.annotations.rowsOf([...seen.keys()]);
    await ctx.opened.markNotes(
      rows.filter((row) => row.site_id === site_id),
      seen,
    );
  }
  return ctx.opened.list(site_id, { consistent: true });
};

export const getAnnotation: Annotations['getAnnotation'] = async (ctx, { annotation_id, query }) =>
  presentAnnotation(await ctx.annotations.thread(annotation_id), query.detail);

export const annotationMarkdown: Annotations['annotationMarkdown'] = async (ctx, { annotation_id }) => ({
  text: markdownOf(await ctx.annotations.thread(annotation_id)),
});

/** A quarantined note keeps its reasons; one that was released gets them back. */
const moveOf = (
  { quarantine, released = ['by_hand'] }: AnnotationRow,
  quarantined: boolean | undefined,
): Partial<AnnotationRow> => {
  if (quarantined === undefined || quarantined === (quarantine !== null)) return {};
  if (quarantine === null) return { quarantine: released };
  return { quarantine: null, ...(!quarantine.includes('by_hand') && { released: quarantine }) };
};

export const patchAnnotation: Annotations['patchAnnotation'] = async (
  ctx,
  { annotation_id, body: { status, summary, summary_of, assignee_id, quarantined, duplicate_of, agent, ...planned } },
) => {
  const duplicate = duplicate_of === undefined ? undefined : 'duplicate';
  if (duplicate !== undefined && status !== undefined && toStatus(status) !== duplicate) {
    throw unprocessable(['body', 'duplicate_of'], 'not_a_duplicate');
  }
  const set = given({
    status: status === undefined ? duplicate : toStatus(status),
    summary,
    assignee_id,
    duplicate_of,
    ...planned,
  });
  const [thread, assignee, original] = await Promise.all([
    ctx.annotations.thread(annotation_id),
    assignee_id ? ctx.annotations.findMember(assignee_id) : undefined,
    duplicate_of === undefined ? undefined : ctx.annotations.findRow(duplicate_of),
  ]);
  await ctx.annotations.unlessReplayed(() => {
    const place = ['body', 'assignee_id'];
    if (typeof assignee_id === 'string' && !assignee) throw unprocessable(place, 'not_a_member');
    if (assignee && !canSee(assignee, thread.row.site_id)) throw unprocessable(place, 'assignee_cannot_see');
    if (duplicate_of !== undefined) requireMergeable(thread.row, original);
  });
  const isPending = (set.status ?? thread.row.status) === 'pending';
  const changes = { ...set, ...(summary && isPending && given({ summary_of })), ...moveOf(thread.row, quarantined) };
  if (Object.keys(changes).length === 0) return presentAnnotation(thread);
  const patched = await ctx.annotations.patch(thread, { ...changes, updated_at: ctx.now }, { original, agent });
  const missing = missingReason(set.status, patched.row);
  const shown = presentAnnotation(patched);
  if (missing.length === 0) return shown;
  const sentences = await loadRefusals();
  return { ...shown, warnings: missing.map((one) => warningOf(one, sentences)) };
};

export const listDuplicates: Annotations['listDuplicates'] = async (ctx, { annotation_id }) => {
  const thread = await ctx.annotations.thread(annotation_id);
  const [duplicates, suggestions] = await Promise.all([
    ctx.annotations.rowsOf(thread.duplicates),
    ctx.suggestions.find(thread),
  ]);
  return {
    duplicates: duplicates.filter(({ duplicate_of }) => duplicate_of === annotation_id).map(presentRow),
    suggestions: suggestions.map(({ row, same }) => ({ ...presentRow(row), same })),
  };
};

export const listWidgetChanges: Annotations['listWidgetChanges'] = (ctx, { query }) => ctx.readChanges(query);

export const verifyAnnotation: Annotations['verifyAnnotation'] = async (ctx, { annotation_id }) =>
  presentVerification(await ctx.annotations.verify(await ctx.annotations.thread(annotation_id)));

export const checkAnchors: Annotations['checkAnchors'] = (ctx, { site_id, body: { page_url } }) =>
  ctx.anchorChecks.start(site_id, page_url);

export const listAnchorChecks: Annotations['listAnchorChecks'] = async (ctx, { site_id, query }) => {
  if (!isVisible(ctx.scope, site_id)) throw notFound();
  const page = await ctx.anchorChecks.list(site_id, query);
  if (page.items.length === 0) await ctx.sites.get(site_id);
  return page;
};

export const deleteAnnotation: Annotations['deleteAnnotation'] = async (ctx, { annotation_id }) => {
  await ctx.annotations.markDeleted(annotation_id);
  return { id: annotation_id, deleted: true };
};

export const createReply: Annotations['createReply'] = async (
  ctx,
  { annotation_id, body: { internal, mentions = [], ...body } },
) => {
  const id = newId();
  const author = ctx.actor.kind === 'session' ? body.author : 'agent';
  if (internal && author === 'stakeholder') throw unprocessable(['body', 'internal'], 'visitor_note_internal');
  const users = [...new Set(mentions)];
  const unknown = users.length > 0 ? await ctx.annotations.firstUnmentionable(annotation_id, users) : -1;
  await ctx.annotations.unlessReplayed(() => {
    if (unknown >= 0)
      throw unprocessable(['body', 'mentions', mentions.indexOf(users[unknown] ?? '')], 'mention_unknown');
  });
  const reply = { ...body, id, annotation_id, author, created_at: timeOfId(id) };
  return ctx.annotations.reply(internal ? { ...reply, internal } : reply, users);
};

export const listAnnotationAudit: Annotations['listAnnotationAudit'] = async (ctx, { annotation_id, query }) => {
  if (!isId(annotation_id)) throw notFound();
  const [page, row] = await Promise.all([ctx.audit.list(annotation_id, query), ctx.annotations.findRow(annotation_id)]);
  if (!row) throw notFound();
  return page;
};

/** The status stays as it is. The holder renews; anyone else gets a 409 that names the holder. */
export const acknowledgeAnnotation = async (
  ctx: Context,
  { id, agent, isNew = false }: { id: string; agent?: string | undefined; isNew?: boolean },
) => {
  if (!AgentName.optional().safeParse(agent).success) throw unprocessable(['agent'], 'agent_name_malformed');
  return { id, ...(await ctx.claims.claim(id, { agent, over: isNew ? 'none' : 'own' })) };
};

export const claimAnnotation: Annotations['claimAnnotation'] = async (
  ctx,
  { annotation_id: id, body: { agent, take_over } = { take_over: false } },
) => {
  if (take_over && ctx.actor.kind !== 'session') throw forbidden('takeover_needs_person');
  return { id, ...(await ctx.claims.claim(id, { agent, over: take_over ? 'any' : 'own' })) };
};

export const releaseAnnotation: Annotations['releaseAnnotation'] = (ctx, { annotation_id, query: { agent } }) =>
  ctx.claims.release(annotation_id, agent);

export const requestApproval: Annotations['requestApproval'] = async (
  ctx,
  { annotation_id, body: { intent, agent } },
) => {
  // The client of someone who signed in may ask them first.
  const wait_seconds = ctx.actor.kind === 'mcp' && ctx.actor.member ? FIRST_ASK_SECONDS : 0;
  const by = holderOf(ctx.actor, agent);
  const { row, approval } = await ctx.approvals.request(annotation_id, { intent, by, wait_seconds });
  return presentApproval(row, approval);
};

/** For a member whose MCP client has asked them. */
export const decideInClient = async (
  ctx: Context,
  { annotation_id, decision, approval_id }: { annotation_id: string; decision: Decision; approval_id: string },
) => {
  const person = ctx.actor.kind === 'mcp' ? ctx.actor.member : undefined;
  if (!person || !hasRole(person.role, 'MEMBER')) throw forbidden('session_required');
  const by = { user_id: person.user_id, name: await ctx.approvals.nameOf(person.user_id) };
  const { row, approval } = await ctx.approvals.decide(annotation_id, decision, by, approval_id);
  return presentApproval(row, approval);
};

export const decideApproval: Annotations['decideApproval'] = async (
  ctx,
  { annotation_id, body: { decision, approval_id } },
) => {
  const { actor } = ctx;
  if (actor.kind !== 'session') throw forbidden('session_required');
  const { row, approval } = await ctx.approvals.decide(annotation_id, decision, actor, approval_id);
  return presentApproval(row, approval);
};
