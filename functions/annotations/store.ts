import { transactOnce } from '../kit/access/idempotency.ts';
import { isVisible } from '../kit/actor.ts';
import { auditEntry, causedBy } from '../kit/audit/audit-log.ts';
import type { Milliseconds } from '../kit/clock.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { firstIdAt, isId, timeOfId } from '../kit/ids.ts';
import { below, type Test } from '../kit/table/expression.ts';
import { annotationPartition, keys, partitions } from '../kit/table/keys.ts';
import type { PageRequest } from '../kit/table/page.ts';
import { mapPage, readPage } from '../kit/table/page.ts';
import { rowsOf, textAt } from '../kit/table/record.ts';
import { ConditionFailed, type Item, type StoredRow, type Table, type Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import { type AgentRules, agentRules, UNBOUND } from './approval.ts';
import { isLiveInScope } from './in-scope.ts';
import { isTold, statusNews } from './news.ts';
import {
  AnnotationRow,
  ApprovalRow,
  ContextRow,
  isInternal,
  MAX_COUNTED,
  ReplyRow,
  ResolutionRow,
  type Status,
  VerificationRow,
} from './rows.ts';
import { appendReply, countResolution, evidenceFull, resolutionWrites, threadFull, touchNote } from './thread.ts';
import { newVerification, oweVerification, verifiedUntil } from './verification.ts';
import { type WaitingFor, waitingFor } from './waiting-for.ts';

export interface AnnotationFilter {
  site_id: string;
  status?: Status | undefined;
  kind?: string | undefined;
  since?: Milliseconds | undefined;
  auto_fix?: boolean | undefined;
  updated_since?: Milliseconds | undefined;
  waiting_for?: WaitingFor | undefined;
  quarantined: boolean;
}

export interface Thread {
  row: AnnotationRow;
  context: ContextRow;
  replies: ReplyRow[];
  resolutions: ResolutionRow[];
  verification?: VerificationRow | undefined;
  approval?: ApprovalRow | undefined;
}

export interface Patched extends Thread {
  evidence?: ResolutionRow | undefined;
}

const ATTEMPTS = 6;
const ASIDE = 'aside';
/** A note is read whole. */
const MAX_DUPLICATES = 100;

interface PatchOptions {
  original?: AnnotationRow | undefined;
  evidence?: ResolutionRow | undefined;
  /** Tells agents that share a credential apart. */
  agent?: string | undefined;
}

interface Placed extends Pick<AnnotationRow, 'site_id' | 'id' | 'status'> {
  quarantine?: AnnotationRow['quarantine'] | undefined;
}

export const listKeys = (ws: string, { site_id, id, status, quarantine }: Placed) => ({
  gsi1pk: partitions.siteAnnotations(ws, site_id),
  gsi1sk: id,
  gsi2pk: partitions.siteAnnotationsByStatus(ws, site_id, quarantine ? ASIDE : status),
  gsi2sk: id,
});

type Changes = Partial<AnnotationRow>;

const isOpen = (status: Status) => status === 'pending' || status === 'blocked';

/** A closed note is no one's work. What was approved was for the fix that is now undone. */
const endedBy = (row: AnnotationRow, { status }: Changes) => {
  if (status === undefined) return [];
  if (!isOpen(status)) return ['lease_expires_at'] as const;
  return isOpen(row.status) ? [] : (['approval_state'] as const);
};

/** A row that isn't in quarantine has no such attribute, and a new status makes the answers to the old one stale. */
export const changeOf = (ws: string, row: AnnotationRow, changes: Changes) => {
  const { quarantine, flag, ...rest } = changes;
  const removed = [...(quarantine === null ? ['quarantine'] : []), ...(flag === null ? ['flag'] : [])];
  const isMoved = changes.status !== undefined || quarantine !== undefined;
  const isNewStatus = changes.status !== undefined && changes.status !== row.status;
  const { gsi2pk } = listKeys(ws, { ...row, ...changes });
  const set: Item = { ...rest, ...(quarantine && { quarantine }), ...(isMoved && { gsi2pk }) };
  const stale = isNewStatus ? ['confirmation', 'duplicate_of'].filter((name) => set[name] === undefined) : [];
  return {
    update: keys.annotation(ws, row.id),
    set,
    remove: [...removed, ...stale, ...endedBy(row, changes)],
  };
};

/** As the write leaves it. */
export const changedRow = (row: AnnotationRow, changes: Changes): AnnotationRow => {
  const isNewStatus = changes.status !== undefined && changes.status !== row.status;
  const ended = Object.fromEntries(endedBy(row, changes).map((name) => [name, null]));
  return { ...row, ...(isNewStatus && { confirmation: undefined, duplicate_of: undefined }), ...ended, ...changes };
};

const isNewlyTold = ({ status }: AnnotationRow, changes: Changes) =>
  isTold(changes.status) && changes.status !== status;

/** The list depends on both attributes, so a write checks the one that it doesn't change. */
export const placeIsAsIn = ({ status, quarantine }: AnnotationRow, changes: Changes): Test[] => {
  if (changes.status === undefined && changes.quarantine === undefined) return [];
  return [
    ...(changes.status === undefined ? ([['=', 'status', status]] as const) : []),
    ...(changes.quarantine === undefined ? ([[quarantine ? 'exists' : 'absent', 'quarantine']] as const) : []),
  ];
};

const whatChanged = (changes: Changes) => {
  const { status, assignee_id, quarantine, duplicate_of } = changes;
  const quarantined = quarantine === undefined ? undefined : quarantine !== null;
  const changed = Object.keys(changes).filter((name) => !['released', 'news_at', 'flag'].includes(name));
  return { changed, status, assignee_id, quarantined, duplicate_of };
};

/** Until its context is written, a note shows the beginning that its row holds. */
const beginningOf = ({ excerpt, page_url, submitter }: AnnotationRow): ContextRow => ({
  body: excerpt,
  name: submitter.name,
  email: null,
  captured: { page: { url: page_url }, anchor: { kind: 'page' } },
  screenshot_key: null,
  thumbnail_key: null,
});

/** Marked on the workspace's row, which authorization has read, so that lists of other sites are spared the count. */
const hasQuarantine = ({ rows }: Call, site: string): boolean => {
  const marked = rows.workspace?.quarantine_sites;
  return marked instanceof Set && marked.has(site);
};

export const markQuarantine = (call: Call, site: string): Write[] => {
  if (hasQuarantine(call, site)) return [];
  const update = keys.workspace(call.scope.workspace_id);
  return [{ update, add: { quarantine_sites: new Set([site]) }, when: [['exists', 'pk']] }];
};

export const toThread = (rows: readonly StoredRow[], { scope }: Pick<Call, 'scope'>): Thread | undefined => {
  const found = rowsOf(rows, keys.annotation)[0];
  const context = rowsOf(rows, keys.context)[0];
  const verification = rowsOf(rows, keys.verification)[0];
  const approval = rowsOf(rows, keys.approval)[0];
  if (!found || found.deleted_at !== undefined || !isVisible(scope, found.site_id)) return undefined;
  const row = AnnotationRow.parse(found);
  return {
    row,
    context: context ? ContextRow.parse(context) : beginningOf(row),
    replies: rowsOf(rows, keys.reply).map((reply) => ReplyRow.parse(reply)),
    resolutions: rowsOf(rows, keys.resolution).map((resolution) => ResolutionRow.parse(resolution)),
    verification: verification && VerificationRow.parse(verification),
    approval: approval && row.approval_state !== null ? ApprovalRow.parse(approval) : undefined,
  };
};

export const annotationStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, target: Item): Write => auditEntry(workspace_id, call.actor, action, target);

  const findThread = async (id: string): Promise<Thread | undefined> =>
    toThread(await table.queryAll({ partition: annotationPartition(workspace_id, id) }), call);

  const findRow = async (id: string): Promise<AnnotationRow | undefined> => {
    const row = await table.get(keys.annotation(workspace_id, id));
    return row && toThread([row], call)?.row;
  };

  const oweNews = (row: AnnotationRow, { status = row.status }: Changes, original?: AnnotationRow): Write => ({
    put: {
      ...statusNews(workspace_id, row.id, status, call.now),
      caused_by: causedBy(workspace_id, call.actor),
      ...(original?.status === 'resolved' && { original_fixed: true }),
    },
  });

  /** A lease doesn't keep anyone from quarantining a note. */
  const rulesFor = ({ status, summary, assignee_id }: Changes, agent: string | undefined): AgentRules =>
    status === undefined && summary === undefined && assignee_id === undefined
      ? UNBOUND
      : agentRules(call, { agent, resolves: status === 'resolved' });

  /** Leads from the original to its duplicates; one that is none any more stays, and is ignored. */
  const duplicateWrites = (
    before: AnnotationRow,
    { id, duplicate_of }: AnnotationRow,
    original?: AnnotationRow,
  ): Write[] =>
    original === undefined || duplicate_of === undefined || duplicate_of === before.duplicate_of
      ? []
      : [
          { put: { ...keys.duplicate(workspace_id, duplicate_of, id), id } },
          {
            update: keys.annotation(workspace_id, duplicate_of),
            add: { duplicate_count: 1 },
            when: [...isLiveInScope(call.scope), below('duplicate_count', MAX_DUPLICATES)],
            else: () => conflict('duplicates_full', { max: MAX_DUPLICATES }),
          },
        ];

  return {
    list: async (filter: AnnotationFilter, { limit, cursor }: PageRequest) => {
      const { site_id, status, kind, since, auto_fix, quarantined, updated_since, waiting_for } = filter;
      const place = quarantined ? ASIDE : status;
      const [index, partition, sortName] = place
        ? (['gsi2', partitions.siteAnnotationsByStatus(workspace_id, site_id, place), 'gsi2sk'] as const)
        : (['gsi1', partitions.siteAnnotations(workspace_id, site_id), 'gsi1sk'] as const);
      const tests: Test[] = [];
      if (kind !== undefined) tests.push(['=', 'kind', kind]);
      if (auto_fix !== undefined) tests.push(['=', 'auto_fix', auto_fix]);
      if (updated_since !== undefined) tests.push(['>=', 'updated_at', updated_since]);
      if (quarantined && status !== undefined) tests.push(['=', 'status', status]);
      if (place === undefined) tests.push(['absent', 'quarantine']);
      const idOf = (row: Item) => textAt(row, sortName);
      const shownOf = (row: Item) => {
        const id = idOf(row);
        const parsed = AnnotationRow.parse({ ...row, id, site_id, created_at: timeOfId(id) });
        return { ...parsed, waiting_for: waitingFor(parsed) };
      };
      const page = await readPage(table, {
        query: {
          index,
          partition,
          newestFirst: true,
          filter: tests,
          ...(since !== undefined && { sort: ['>=', firstIdAt(since)] as const }),
        },
        limit,
        cursor,
        binding: { route: call.operation_id, workspace_id, filter: { ...filter } },
        ...(waiting_for && { keep: (row: Item) => shownOf(row).waiting_for === waiting_for }),
        position: idOf,
        startKey: (id) => ({ ...keys.annotation(workspace_id, id), [`${index}pk`]: partition, [sortName]: id }),
      });
      return mapPage(page, shownOf);
    },

    countQuarantined: async (site_id: string): Promise<number> =>
      hasQuarantine(call, site_id)
        ? table.tally('gsi2', partitions.siteAnnotationsByStatus(workspace_id, site_id, ASIDE), MAX_COUNTED)
        : 0,

    findThread,

    findRow,

    /** Those that the caller may see. */
    rowsOf: async (ids: readonly string[]): Promise<AnnotationRow[]> => {
      const found = ids.length > 0 ? await table.getMany(ids.map((id) => keys.annotation(workspace_id, id))) : [];
      return found.flatMap((row) => toThread([row], call)?.row ?? []);
    },

    thread: async (id: string): Promise<Thread> => {
      const thread = await findThread(id);
      if (!thread) throw notFound();
      return thread;
    },

    /** A note that becomes resolved is looked at again, unless that was done lately. Evidence comes with it or not at all. */
    patch: async (
      thread: Thread,
      asked: Changes,
      { original, evidence, agent }: PatchOptions = {},
    ): Promise<Patched> => {
      let { row, verification } = thread;
      const rules = rulesFor(asked, agent);
      const counted = evidence && countResolution(evidence);
      for (let tries = 0; tries < ATTEMPTS; tries += 1) {
        rules.check(row);
        const isNews = isNewlyTold(row, asked);
        const isOutdated = row.flag !== null && asked.status !== undefined && asked.status !== row.status;
        const changes: Changes = { ...asked, ...(isNews && { news_at: call.now }), ...(isOutdated && { flag: null }) };
        const changed = changedRow(row, changes);
        const isResolved = changes.status === 'resolved' && row.status !== 'resolved';
        const isDue = isResolved && verifiedUntil(verification, call.now) === undefined;
        const looked = isDue ? newVerification(row, call.now) : verification;
        const { update, set, remove } = changeOf(workspace_id, row, changes);
        const writes: Write[] = [
          ...(isDue && looked ? [oweVerification(workspace_id, looked)] : []),
          ...(isNews ? [oweNews(row, asked, original)] : []),
          ...duplicateWrites(row, changed, original),
          {
            update,
            set: { ...set, ...counted?.set },
            remove,
            ...(counted && { add: counted.add }),
            when: [
              ...isLiveInScope(call.scope),
              ...placeIsAsIn(row, changes),
              ...rules.tests(row),
              ...(counted?.fits ?? []),
            ],
          },
          ...(changes.quarantine ? markQuarantine(call, row.site_id) : []),
          ...(evidence ? resolutionWrites(workspace_id, call.actor, evidence) : []),
          audited('annotation.patch', { annotation_id: row.id, site_id: row.site_id, ...whatChanged(changes) }),
        ];
        const written = await transactOnce(table, call.once, { id: evidence?.id }, writes).catch((error: unknown) => {
          if (!(error instanceof ConditionFailed)) throw error;
        });
        if (written?.replayed) {
          const first = await findThread(row.id);
          if (!first) throw notFound();
          return { ...first, evidence: first.resolutions.find(({ id }) => id === written.result.id) };
        }
        if (written) {
          const approval = changed.approval_state === null ? undefined : thread.approval;
          const resolutions = evidence ? [...thread.resolutions, evidence] : thread.resolutions;
          return { ...thread, row: changed, verification: looked, approval, resolutions, evidence };
        }
        const [found, lately] = await Promise.all([
          findRow(row.id),
          table.get(keys.verification(workspace_id, row.id)),
        ]);
        if (!found) throw notFound();
        const isSame = found.status === row.status && Boolean(found.quarantine) === Boolean(row.quarantine);
        const isSeenSame = lately?.requested_at === verification?.requested_at;
        if (evidence && isSame && isSeenSame) throw evidenceFull();
        row = found;
        verification = lately && VerificationRow.parse(lately);
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
        if (fixed !== undefined && row.status !== 'resolved') throw conflict('not_marked_fixed');
        const isReopened = fixed === false || (fixed === undefined && row.status === 'blocked');
        const changes: Changes = {
          updated_at: call.now,
          ...(isReopened && { status: 'pending', last_reply_by: 'visitor' }),
          ...(fixed !== undefined && { confirmation: { fixed, at: call.now } }),
        };
        const { update, set, remove } = changeOf(workspace_id, row, changes);
        const live: Test[] = [...isLiveInScope(call.scope), ['=', 'status', row.status], ...placeIsAsIn(row, changes)];
        const { id: annotation_id, site_id } = row;
        const writes: Write[] = [
          ...(reply
            ? appendReply(workspace_id, reply, { by: 'visitor', live, set, remove })
            : [{ update, set, remove, when: live }]),
          audited(fixed === undefined ? 'annotation.reply' : 'annotation.confirm', {
            annotation_id,
            site_id,
            reply_id: reply?.id,
            fixed,
          }),
        ];
        try {
          const { result, replayed } = await transactOnce(table, call.once, { id: reply?.id }, writes);
          if (!replayed) return { row: changedRow(row, changes), reply };
          const [lately, first] = await Promise.all([
            findRow(annotation_id),
            result.id === undefined ? undefined : table.get(keys.reply(workspace_id, annotation_id, result.id)),
          ]);
          if (!lately) throw notFound();
          return { row: lately, reply: first && ReplyRow.parse(first) };
        } catch (error) {
          if (!(error instanceof ConditionFailed)) throw error;
          const lately = await findRow(annotation_id);
          if (!lately) throw notFound();
          const isSame = lately.status === row.status && Boolean(lately.quarantine) === Boolean(row.quarantine);
          if (isSame && reply) throw threadFull('visitor');
          row = lately;
        }
      }
      throw conflict('annotation_modified');
    },

    /** Refused if the note was looked at within the hour. */
    verify: async ({ row, verification }: Thread): Promise<VerificationRow> => {
      const looked = newVerification(row, call.now);
      const isOwed =
        verifiedUntil(verification, call.now) === undefined &&
        (await table.tryTransact([
          oweVerification(workspace_id, looked),
          touchNote(workspace_id, row.id, call.now, isLiveInScope(call.scope)),
          audited('annotation.verify', { annotation_id: row.id, site_id: row.site_id }),
        ]));
      if (isOwed) return looked;
      const until = verifiedUntil(await table.get(keys.verification(workspace_id, row.id)), call.now);
      if (until === undefined) throw notFound();
      throw conflict('verified_lately', { until: new Date(until).toISOString() });
    },

    markDeleted: async (id: string) => {
      const key = keys.annotation(workspace_id, id);
      await table.transact([
        {
          update: key,
          set: { deleted_at: call.now, ...owed('purge', key, call.now) },
          remove: ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'],
          when: isLiveInScope(call.scope),
          else: notFound,
        },
        audited('annotation.delete', { annotation_id: id }),
      ]);
    },

    reply: async (row: ReplyRow): Promise<ReplyRow> => {
      const { annotation_id, id } = row;
      const by = row.author === 'stakeholder' ? 'visitor' : 'team';
      const news = by === 'team' && !isInternal(row) ? { caused_by: causedBy(workspace_id, call.actor) } : undefined;
      const person = call.actor.kind === 'session' && row.author_name !== '' ? call.actor.user_id : undefined;
      const writes: Write[] = [
        ...appendReply(workspace_id, row, { by, live: isLiveInScope(call.scope), person, news }),
        audited('annotation.reply', { annotation_id, reply_id: id }),
      ];
      try {
        const { result, replayed } = await transactOnce(table, call.once, { id }, writes);
        if (!replayed) return row;
        const first = await table.get(keys.reply(workspace_id, annotation_id, result.id));
        if (!first) throw notFound();
        return ReplyRow.parse(first);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        throw (await findRow(annotation_id)) ? threadFull(by) : notFound();
      }
    },

    isMember: async (user: string): Promise<boolean> =>
      isId(user) && (await table.get(keys.member(workspace_id, user))) !== undefined,
  };
};
