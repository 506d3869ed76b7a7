import type { Milliseconds } from '../kit/clock.ts';
import type { Call } from '../kit/http/serve.ts';
import { firstIdAt, timeOfId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { keys, partitions } from '../kit/table/keys.ts';
import { mapPage, type PageRequest, readPage } from '../kit/table/page.ts';
import { textAt } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { ASIDE } from './change.ts';
import { annotationRows, MAX_COUNTED, type Priority, type Status } from './rows.ts';
import { type WaitingFor, waitingFor } from './waiting-for.ts';

export interface AnnotationFilter {
  site_id: string;
  status?: Status | undefined;
  kind?: string | undefined;
  since?: Milliseconds | undefined;
  auto_fix?: boolean | undefined;
  updated_since?: Milliseconds | undefined;
  waiting_for?: WaitingFor | undefined;
  priority?: Priority | undefined;
  label?: string | undefined;
  quarantined: boolean;
}

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

export const annotationLists = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  return {
    list: async (filter: AnnotationFilter, { limit, cursor }: PageRequest) => {
      const { site_id, status, kind, since, auto_fix, quarantined, updated_since, waiting_for, priority, label } =
        filter;
      const place = quarantined ? ASIDE : status;
      const [index, partition, sortName] = place
        ? (['gsi2', partitions.siteAnnotationsByStatus(workspace_id, site_id, place), 'gsi2sk'] as const)
        : (['gsi1', partitions.siteAnnotations(workspace_id, site_id), 'gsi1sk'] as const);
      const tests: Test[] = [];
      if (kind !== undefined) tests.push(['=', 'kind', kind]);
      if (auto_fix !== undefined) tests.push(['=', 'auto_fix', auto_fix]);
      if (priority !== undefined)
        tests.push(priority === 'none' ? ['absent', 'priority'] : ['=', 'priority', priority]);
      if (label !== undefined) tests.push(['contains', 'labels', label]);
      if (updated_since !== undefined) tests.push(['>=', 'updated_at', updated_since]);
      if (quarantined && status !== undefined) tests.push(['=', 'status', status]);
      if (place === undefined) tests.push(['absent', 'quarantine']);
      const idOf = (row: Item) => textAt(row, sortName);
      const shownOf = (row: Item) => {
        const id = idOf(row);
        const parsed = annotationRows.parse({ ...row, id, site_id, created_at: timeOfId(id) });
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
  };
};
