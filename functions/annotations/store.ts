import { isReplay, tryTransactOnce, unlessReplayed } from '../kit/access/idempotency.ts';
import { auditEntry, causedBy } from '../kit/audit/audit-log.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { isId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { annotationPartition, keys } from '../kit/table/keys.ts';
import { findNumberAt } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { canSee, readMember } from '../notifications/audience.ts';
import { type EventOfEntry, type MemberEvent, oweMemberEvent, personOf } from '../notifications/member-event.ts';
import { owed } from '../owed/jobs.ts';
import { type AgentRules, agentRules, askAgain, UNBOUND } from './approval.ts';
import { type Changes, changedRow, changeOf, isNewlyTold, LIST_KEYS, placeIsAsIn, whatChanged } from './change.ts';
import { duplicateStore, requireMergeable } from './duplicates/duplicate-store.ts';
import { isLiveInScope } from './in-scope.ts';
import { isInternal } from './is-internal.ts';
import { isAgent } from './lease.ts';
import { markQuarantine } from './lists.ts';
import { oweStatusNews } from './news.ts';
import {
  type AnnotationRow,
  approvalRows,
  type ReplyRow,
  type ResolutionRow,
  replyRows,
  type VerificationRow,
  verificationRows,
} from './rows.ts';
import { marksOf, takenBack } from './take-back.ts';
import { appendReply, countResolution, evidenceFull, resolutionWrites, threadFull, touchNote } from './thread.ts';
import { isBeforeFix, mayBeFixed, newVerification, oweVerification, verifiedUntil } from './verification.ts';
import { type Thread, toThread } from './whole-thread.ts';

export interface Patched extends Thread {
  evidence?: ResolutionRow | undefined;
}

const ATTEMPTS = 6;

interface PatchOptions {
  original?: AnnotationRow | undefined;
  evidence?: ResolutionRow | undefined;
  /** Tells agents that share a credential apart. */
  agent?: string | undefined;
}

export const annotationStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, target: Item, owes?: readonly EventOfEntry[]): Write =>
    auditEntry(workspace_id, call.actor, action, target, { owes });

  const findThread = async (id: string): Promise<Thread | undefined> =>
    toThread(await table.queryAll({ partition: annotationPartition(workspace_id, id) }), call);

  const findRow = async (id: string): Promise<AnnotationRow | undefined> => {
    const row = await table.get(keys.annotation(workspace_id, id));
    return row && toThread([row], call)?.row;
  };

  const duplicates = duplicateStore(table, call);

  const memberEvent = (event: Omit<MemberEvent, 'by'>): Write =>
    oweMemberEvent(workspace_id, { ...event, by: personOf(call.actor) }, call.now);

  /** A new assignee, and what an agent resolved, are news for the team. */
  const patchEvents = (row: AnnotationRow, { status, assignee_id }: Changes): EventOfEntry[] => [
    ...(assignee_id && assignee_id !== row.assignee_id ? [{ event: 'assigned', to: [assignee_id] } as const] : []),
    ...(isAgent(call.actor) && status === 'resolved' && row.status !== 'resolved'
      ? [{ event: 'resolved' } as const]
      : []),
  ];

  const oweNews = (row: AnnotationRow, changes: Changes, fixed_at: number | undefined): Write => {
    const { status = row.status, told_at } = changes;
    const news = { status, changed_at: told_at, fixed_at, caused_by: causedBy(workspace_id, call.actor) };
    return oweStatusNews(workspace_id, row.id, news, call.now);
  };

  /** The time of the news that the original's own submitter gets, so that one fix is one mail. */
  const fixedAt = async (original: AnnotationRow | undefined): Promise<number | undefined> => {
    if (original?.status !== 'resolved') return undefined;
    const news = await table.get(keys.statusNews(workspace_id, original.id));
    return findNumberAt(news ?? {}, 'changed_at') ?? original.updated_at;
  };

  /** A lease doesn't keep anyone from quarantining a note. */
  const rulesFor = ({ status, summary, assignee_id }: Changes, agent: string | undefined): AgentRules =>
    status === undefined && summary === undefined && assignee_id === undefined
      ? UNBOUND
      : agentRules(call, { agent, resolves: status === 'resolved' });

  return {
    findThread,

    findRow,

    unlessReplayed: (check: () => void) => unlessReplayed(table, call.once, check),

    /** Those that the caller may see. */
    rowsOf: async (ids: readonly string[]): Promise<AnnotationRow[]> => {
      const found = ids.length > 0 ? await table.getMany(ids.map((id) => keys.annotation(workspace_id, id))) : [];
      return found.flatMap((row) => toThread([row], call)?.row ?? []);
    },

    /** A note and its context in one batch. */
    thumbnails: async (site_id: string, ids: readonly string[]) => {
      const wanted = ids.flatMap((id) => [keys.annotation(workspace_id, id), keys.context(workspace_id, id)]);
      const byNote = Object.groupBy(await table.getMany(wanted), ({ pk }) => pk);
      return Object.values(byNote).flatMap((rows = []) => {
        const thread = toThread(rows, call);
        return thread?.row.site_id === site_id ? [{ id: thread.row.id, key: thread.context.thumbnail_key }] : [];
      });
    },

    thread: async (id: string): Promise<Thread> => {
      const thread = await findThread(id);
      if (!thread) throw notFound();
      return thread;
    },

    /** A note that becomes resolved is looked at again, unless its fix was seen lately. Evidence comes with it or not at all. */
    patch: async (
      thread: Thread,
      asked: Changes,
      { original, evidence, agent }: PatchOptions = {},
    ): Promise<Patched> => {
      let { row, verification } = thread;
      const rules = rulesFor(asked, agent);
      const counted = evidence && countResolution(evidence);
      const fixed_at = await fixedAt(original);
      for (let tries = 0; tries < ATTEMPTS; tries += 1) {
        await unlessReplayed(table, call.once, () => rules.check(row));
        const isOfOther = fixed_at !== undefined && asked.duplicate_of !== row.duplicate_of;
        const isNews = isNewlyTold(row, asked) || isOfOther;
        const back = evidence ? undefined : takenBack(row, asked, call);
        const changes: Changes = {
          ...asked,
          ...marksOf(row, asked, call, back),
          ...(isNews && !back && { news_at: call.now }),
        };
        const changed = changedRow(row, changes);
        const merge = await duplicates.writes(row, changed);
        const isResolved = changes.status === 'resolved' && row.status !== 'resolved';
        const earlier = isBeforeFix(verification, row) ? verification : undefined;
        const isDue =
          isResolved &&
          !back &&
          mayBeFixed({ ...row, ...changes }) &&
          (earlier !== undefined || verifiedUntil(verification, call.now) === undefined);
        const looked = isDue ? newVerification(row, call.now) : verification;
        const { update, set, remove } = changeOf(workspace_id, row, changes);
        const others: Write[] = [
          ...(isDue && looked ? [oweVerification(workspace_id, looked, earlier)] : []),
          ...(isNews ? [oweNews(row, changes, fixed_at)] : []),
          ...askAgain(workspace_id, row, changed, call.now),
          ...merge.writes,
        ];
        const writes: Write[] = [
          ...others,
          {
            update,
            set: { ...set, ...counted?.set },
            remove,
            ...(counted && { add: counted.add }),
            when: [
              ...isLiveInScope(call.scope),
              ...placeIsAsIn(row, changes),
              ...(back ? [['=', 'before.at', back.at] as const] : []),
              ...rules.tests(row),
              ...merge.tests,
              ...(counted?.fits ?? []),
            ],
          },
          ...(changes.quarantine ? markQuarantine(call, row.site_id) : []),
          ...(evidence ? resolutionWrites(workspace_id, call.actor, evidence) : []),
          audited(
            'annotation.patch',
            { annotation_id: row.id, site_id: row.site_id, ...whatChanged(asked) },
            patchEvents(row, changes),
          ),
        ];
        const { result, replayed, failed } = await tryTransactOnce(table, call.once, { id: evidence?.id }, writes);
        if (replayed) {
          const first = await findThread(row.id);
          if (!first) throw notFound();
          return { ...first, evidence: first.resolutions.find(({ id }) => id === result.id) };
        }
        if (!failed) {
          const approval =
            changed.approval_state === null
              ? undefined
              : (thread.approval ?? (await approvalRows.find(table, [workspace_id, row.id])));
          const resolutions = evidence ? [...thread.resolutions, evidence] : thread.resolutions;
          return { ...thread, row: changed, verification: looked, approval, resolutions, evidence };
        }
        const [found, lately] = await Promise.all([
          findRow(row.id),
          verificationRows.find(table, [workspace_id, row.id]),
        ]);
        if (!found) throw notFound();
        if (asked.duplicate_of !== undefined) requireMergeable(found, await findRow(asked.duplicate_of));
        const isSame =
          found.status === row.status &&
          found.summary === row.summary &&
          found.approval_state === row.approval_state &&
          found.duplicate_of === row.duplicate_of &&
          Boolean(found.quarantine) === Boolean(row.quarantine);
        const isSeenSame = lately?.requested_at === verification?.requested_at;
        if (evidence && isSame && isSeenSame && failed.includes(others.length)) {
          rules.check(found);
          throw evidenceFull();
        }
        row = found;
        verification = lately;
      }
      throw conflict('annotation_modified');
    },

    /** The submitter's reply, or their word on the fix, or both. They end the wait for an answer. */
    answer: async (
      found: AnnotationRow,
      { reply, fixed }: { reply?: ReplyRow; fixed?: boolean },
    ): Promise<{ row: AnnotationRow; reply: ReplyRow | undefined }> => {
      let row = found;
      for (let tries = 0; tries < ATTEMPTS; tries += 1) {
        // A submitter doesn't see what became of a note that is in quarantine.
        const isAsked = row.status === 'resolved' && !row.quarantine;
        if (fixed !== undefined && !isAsked && !(await isReplay(table, call.once))) throw conflict('not_marked_fixed');
        const isReopened = fixed === false || (fixed === undefined && row.status === 'blocked');
        const changes: Changes = {
          updated_at: call.now,
          ...(isReopened && { status: 'pending', last_reply_by: 'visitor', ...(row.flag !== null && { flag: null }) }),
          ...(fixed !== undefined && { confirmation: { fixed, at: call.now } }),
        };
        const { update, set, remove } = changeOf(workspace_id, row, changes);
        const live: Test[] = [...isLiveInScope(call.scope), ['=', 'status', row.status], ...placeIsAsIn(row, changes)];
        const { id: annotation_id, site_id } = row;
        const writes: Write[] = [
          ...(reply
            ? appendReply(workspace_id, reply, { by: 'visitor', live, set, remove })
            : [{ update, set, remove, when: live }]),
          ...askAgain(workspace_id, row, changedRow(row, changes), call.now),
          // “Not yet” is an answer without words, too.
          ...(reply || fixed === false ? [memberEvent({ event: 'reply', annotation_id, reply_id: reply?.id })] : []),
          audited(fixed === undefined ? 'annotation.reply' : 'annotation.confirm', {
            annotation_id,
            site_id,
            reply_id: reply?.id,
            fixed,
          }),
        ];
        const { result, replayed, failed } = await tryTransactOnce(table, call.once, { id: reply?.id }, writes);
        if (replayed === false) return { row: changedRow(row, changes), reply };
        const [lately, first] = await Promise.all([
          findRow(annotation_id),
          result?.id === undefined ? undefined : replyRows.find(table, [workspace_id, annotation_id, result.id]),
        ]);
        if (!lately) throw notFound();
        if (!failed) return { row: lately, reply: first };
        const isSame =
          lately.status === row.status &&
          lately.summary === row.summary &&
          lately.approval_state === row.approval_state &&
          Boolean(lately.quarantine) === Boolean(row.quarantine);
        if (isSame && reply) throw threadFull('visitor');
        row = lately;
      }
      throw conflict('annotation_modified');
    },

    /** Refused if the note was looked at within the hour. */
    verify: async ({ row }: Thread): Promise<VerificationRow> => {
      const looked = newVerification(row, call.now);
      const { replayed } = await tryTransactOnce(table, call.once, {}, [
        oweVerification(workspace_id, looked),
        touchNote(workspace_id, row.id, call.now, isLiveInScope(call.scope)),
        audited('annotation.verify', { annotation_id: row.id, site_id: row.site_id }),
      ]);
      if (replayed === false) return looked;
      const stored = await verificationRows.find(table, [workspace_id, row.id]);
      if (replayed && stored) return stored;
      const until = verifiedUntil(stored, call.now);
      if (until === undefined) throw notFound();
      throw conflict('verified_lately', { until: new Date(until).toISOString() });
    },

    markDeleted: async (id: string) => {
      const key = keys.annotation(workspace_id, id);
      for (let tries = 0; tries < ATTEMPTS; tries += 1) {
        const row = await findRow(id);
        if (!row) throw notFound();
        const merge = await duplicates.writes(row, { ...row, duplicate_of: undefined });
        const isDeleted = await table.tryTransact([
          ...merge.writes,
          {
            update: key,
            set: { deleted_at: call.now, ...owed('purge', key, call.now) },
            remove: LIST_KEYS,
            when: [...isLiveInScope(call.scope), ...merge.tests],
          },
          audited('annotation.delete', { annotation_id: id }),
        ]);
        if (isDeleted) return;
      }
      throw conflict('annotation_modified');
    },

    reply: async (row: ReplyRow, mentions: readonly string[] = []): Promise<ReplyRow> => {
      const { annotation_id, id } = row;
      const by = row.author === 'stakeholder' ? 'visitor' : 'team';
      const news = by === 'team' && !isInternal(row) ? { caused_by: causedBy(workspace_id, call.actor) } : undefined;
      const person = call.actor.kind === 'session' && row.author_name !== '' ? call.actor.user_id : undefined;
      const writes: Write[] = [
        ...appendReply(workspace_id, row, { by, live: isLiveInScope(call.scope), person, news }),
        ...(by === 'visitor' ? [memberEvent({ event: 'reply', annotation_id, reply_id: id })] : []),
        ...(mentions.length > 0 ? [memberEvent({ event: 'mention', annotation_id, reply_id: id, to: mentions })] : []),
        audited('annotation.reply', { annotation_id, reply_id: id }),
      ];
      const { result, replayed, failed } = await tryTransactOnce(table, call.once, { id }, writes);
      if (failed) throw (await findRow(annotation_id)) ? threadFull(by) : notFound();
      if (!replayed) return row;
      return replyRows.get(table, [workspace_id, annotation_id, result.id]);
    },

    /** The index of the first who is no member, or doesn't see the note. */
    firstUnmentionable: async (annotation_id: string, users: readonly string[]): Promise<number> => {
      const note = await findRow(annotation_id);
      if (!note) throw notFound();
      const members = await table.getEach(users.map((user) => keys.member(workspace_id, user)));
      return members.findIndex((row) => row === undefined || !canSee(readMember(row), note.site_id));
    },

    findMember: async (user: string) => {
      const row = isId(user) ? await table.get(keys.member(workspace_id, user)) : undefined;
      return row && readMember(row);
    },
  };
};
