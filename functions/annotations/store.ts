import { transactOnce } from '../kit/access/idempotency.ts';
import { isVisible } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import type { Milliseconds } from '../kit/clock.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { firstIdAt, isId, timeOfId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { annotationPartition, keys, partitions } from '../kit/table/keys.ts';
import type { PageRequest } from '../kit/table/page.ts';
import { mapPage, readPage } from '../kit/table/page.ts';
import { rowsOf, textAt } from '../kit/table/record.ts';
import { ConditionFailed, type Item, type StoredRow, type Table, type Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import { isLiveInScope } from './in-scope.ts';
import { AnnotationRow, ContextRow, MAX_COUNTED, ReplyRow, ResolutionRow, type Status } from './rows.ts';
import { appendReply, threadFull } from './thread.ts';

export interface AnnotationFilter {
  site_id: string;
  status?: Status | undefined;
  kind?: string | undefined;
  since?: Milliseconds | undefined;
  auto_fix?: boolean | undefined;
  quarantined: boolean;
}

export interface Thread {
  row: AnnotationRow;
  context: ContextRow;
  replies: ReplyRow[];
  resolutions: ResolutionRow[];
}

const ATTEMPTS = 6;
const ASIDE = 'aside';

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

/** A row that isn't in quarantine has no such attribute. */
const changeOf = (ws: string, row: AnnotationRow, changes: Changes) => {
  const { quarantine, ...rest } = changes;
  const isMoved = changes.status !== undefined || quarantine !== undefined;
  const { gsi2pk } = listKeys(ws, { ...row, ...changes });
  return {
    update: keys.annotation(ws, row.id),
    set: { ...rest, ...(quarantine && { quarantine }), ...(isMoved && { gsi2pk }) },
    ...(quarantine === null && { remove: ['quarantine'] }),
  };
};

/** The list depends on both attributes, so a write checks the one that it doesn't change. */
const placeIsAsIn = ({ status, quarantine }: AnnotationRow, changes: Changes): Test[] => {
  if (changes.status === undefined && changes.quarantine === undefined) return [];
  return [
    ...(changes.status === undefined ? ([['=', 'status', status]] as const) : []),
    ...(changes.quarantine === undefined ? ([[quarantine ? 'exists' : 'absent', 'quarantine']] as const) : []),
  ];
};

const whatChanged = (changes: Changes) => {
  const { status, assignee_id, quarantine } = changes;
  const quarantined = quarantine === undefined ? undefined : quarantine !== null;
  const changed = Object.keys(changes).filter((name) => name !== 'released');
  return { changed, status, assignee_id, quarantined };
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
  if (!found || found.deleted_at !== undefined || !isVisible(scope, found.site_id)) return undefined;
  const row = AnnotationRow.parse(found);
  return {
    row,
    context: context ? ContextRow.parse(context) : beginningOf(row),
    replies: rowsOf(rows, keys.reply).map((reply) => ReplyRow.parse(reply)),
    resolutions: rowsOf(rows, keys.resolution).map((resolution) => ResolutionRow.parse(resolution)),
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

  return {
    list: async (filter: AnnotationFilter, { limit, cursor }: PageRequest) => {
      const { site_id, status, kind, since, auto_fix, quarantined } = filter;
      const place = quarantined ? ASIDE : status;
      const [index, partition, sortName] = place
        ? (['gsi2', partitions.siteAnnotationsByStatus(workspace_id, site_id, place), 'gsi2sk'] as const)
        : (['gsi1', partitions.siteAnnotations(workspace_id, site_id), 'gsi1sk'] as const);
      const tests: Test[] = [];
      if (kind !== undefined) tests.push(['=', 'kind', kind]);
      if (auto_fix !== undefined) tests.push(['=', 'auto_fix', auto_fix]);
      if (quarantined && status !== undefined) tests.push(['=', 'status', status]);
      if (place === undefined) tests.push(['absent', 'quarantine']);
      const idOf = (row: Item) => textAt(row, sortName);
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
        position: idOf,
        startKey: (id) => ({ ...keys.annotation(workspace_id, id), [`${index}pk`]: partition, [sortName]: id }),
      });
      return mapPage(page, (row) => {
        const id = idOf(row);
        return AnnotationRow.parse({ ...row, id, site_id, created_at: timeOfId(id) });
      });
    },

    countQuarantined: async (site_id: string): Promise<number> =>
      hasQuarantine(call, site_id)
        ? table.tally('gsi2', partitions.siteAnnotationsByStatus(workspace_id, site_id, ASIDE), MAX_COUNTED)
        : 0,

    findThread,

    findRow,

    thread: async (id: string): Promise<Thread> => {
      const thread = await findThread(id);
      if (!thread) throw notFound();
      return thread;
    },

    patch: async (read: AnnotationRow, changes: Changes): Promise<AnnotationRow> => {
      let row = read;
      for (let tries = 0; tries < ATTEMPTS; tries += 1) {
        const changed = { ...row, ...changes };
        const isChanged = await table.tryTransact([
          {
            ...changeOf(workspace_id, row, changes),
            when: [...isLiveInScope(call.scope), ...placeIsAsIn(row, changes)],
          },
          ...(changes.quarantine ? markQuarantine(call, row.site_id) : []),
          audited('annotation.patch', { annotation_id: row.id, site_id: row.site_id, ...whatChanged(changes) }),
        ]);
        if (isChanged) return changed;
        const found = await findRow(row.id);
        if (!found) throw notFound();
        row = found;
      }
      throw conflict('annotation_modified');
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
      const person = call.actor.kind === 'session' && row.author_name !== '' ? call.actor.user_id : undefined;
      const writes: Write[] = [
        ...appendReply(workspace_id, row, { by, live: isLiveInScope(call.scope), person }),
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

    /** Returns the row only if someone else holds it. */
    acknowledge: async (id: string, holder: string, until: Milliseconds): Promise<AnnotationRow | undefined> => {
      const lease = { acknowledged_at: call.now, acknowledged_by: holder, lease_expires_at: until };
      const free: Test = [
        'any',
        [[['absent', 'lease_expires_at']], [['<=', 'lease_expires_at', call.now]], [['=', 'acknowledged_by', holder]]],
      ];
      const isTaken = await table.tryTransact([
        {
          update: keys.annotation(workspace_id, id),
          set: { ...lease, updated_at: call.now },
          when: [...isLiveInScope(call.scope), free],
        },
        audited('annotation.acknowledge', { annotation_id: id, holder }),
      ]);
      if (isTaken) return undefined;
      const held = await findRow(id);
      if (!held) throw notFound();
      return held;
    },

    isMember: async (user: string): Promise<boolean> =>
      isId(user) && (await table.get(keys.member(workspace_id, user))) !== undefined,
  };
};
