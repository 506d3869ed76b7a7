import type { Milliseconds } from '../kit/clock.ts';
import type { Call } from '../kit/http/serve.ts';
import { firstIdAt, timeOfId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { keys, partitions } from '../kit/table/keys.ts';
import { mapPage, type PageRequest, readPage } from '../kit/table/page.ts';
import { hasMember, textAt } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { ASIDE } from './change.ts';
import { isIndexed } from './kinds.ts';
import { type AnnotationRow, annotationRows, MAX_COUNTED, type Priority, STATUSES, type Status } from './rows.ts';
import { searchNotes } from './search-notes.ts';
import { OPEN_STATUSES, type WaitingFor, waitingFor } from './waiting-for.ts';

export interface AnnotationFilter {
  site_id: string;
  status?: Status | undefined;
  kind?: string | undefined;
  since?: Milliseconds | undefined;
  auto_fix?: boolean | undefined;
  updated_since?: Milliseconds | undefined;
  waiting_for?: WaitingFor | undefined;
  oldestFirst?: true | undefined;
  priority?: Priority | undefined;
  label?: string | undefined;
  quarantined: boolean;
}

/** Marked on the workspace's row, which authorization has read, so that lists of other sites are spared the count. */
const hasQuarantine = ({ rows }: Call, site: string): boolean => hasMember(rows.workspace?.quarantine_sites, site);

export const markQuarantine = (call: Call, site: string): Write[] => {
  if (hasQuarantine(call, site)) return [];
  const update = keys.workspace(call.scope.workspace_id);
  return [{ update, add: { quarantine_sites: new Set([site]) }, when: [['exists', 'pk']] }];
};

/** An index carries neither of the last two. */
export const parseListed = (row: Item, site_id: string, id: string): AnnotationRow =>
  annotationRows.parse({ ...row, id, site_id, created_at: timeOfId(id) });

export const presentRow = (row: AnnotationRow) => ({ ...row, waiting_for: waitingFor(row) });

export const annotationLists = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const tally = (site_id: string, place: Status | typeof ASIDE) =>
    table.tally('gsi2', partitions.siteAnnotationsByStatus(workspace_id, site_id, place), MAX_COUNTED);
  /** All statuses of a kind are a few partitions, merged. */
  const placeOf = ({ site_id, status, kind, waiting_for, quarantined }: AnnotationFilter) => {
    const byStatus = (place: Status | typeof ASIDE) => partitions.siteAnnotationsByStatus(workspace_id, site_id, place);
    if (quarantined) return { index: 'gsi2', within: [byStatus(ASIDE)] } as const;
    const statuses = status !== undefined ? [status] : waiting_for === undefined ? STATUSES : OPEN_STATUSES;
    if (kind !== undefined && isIndexed(kind)) {
      const within = statuses.map((one) => partitions.siteAnnotationsByKind(workspace_id, site_id, one, kind));
      return { index: 'gsi3', within } as const;
    }
    if (statuses !== STATUSES) return { index: 'gsi2', within: statuses.map(byStatus) } as const;
    return { index: 'gsi1', within: [partitions.siteAnnotations(workspace_id, site_id)] } as const;
  };
  const countQuarantined = async (site_id: string) => (hasQuarantine(call, site_id) ? tally(site_id, ASIDE) : 0);
  return {
    search: (filter: AnnotationFilter & { q: string }, page: PageRequest) => searchNotes(table, call, filter, page),

    list: async (filter: AnnotationFilter, { limit, cursor }: PageRequest) => {
      const { site_id, status, kind, since, auto_fix, quarantined, updated_since, waiting_for, priority, label } =
        filter;
      const { index, within } = placeOf(filter);
      const [partition = '', ...others] = within;
      const sortName = `${index}sk`;
      const tests: Test[] = [];
      if (kind !== undefined && index !== 'gsi3') tests.push(['=', 'kind', kind]);
      if (auto_fix !== undefined) tests.push(['=', 'auto_fix', auto_fix]);
      if (priority !== undefined)
        tests.push(priority === 'none' ? ['absent', 'priority'] : ['=', 'priority', priority]);
      if (label !== undefined) tests.push(['contains', 'labels', label]);
      if (updated_since !== undefined) tests.push(['>=', 'updated_at', updated_since]);
      if (quarantined && status !== undefined) tests.push(['=', 'status', status]);
      if (index === 'gsi1') tests.push(['absent', 'quarantine']);
      const idOf = (row: Item) => textAt(row, sortName);
      const shownOf = (row: Item) => {
        const id = idOf(row);
        return presentRow(parseListed(row, site_id, id));
      };
      const page = await readPage(table, {
        query: {
          index,
          partition,
          newestFirst: !filter.oldestFirst,
          filter: tests,
          ...(since !== undefined && { sort: ['>=', firstIdAt(since)] as const }),
        },
        others,
        limit,
        cursor,
        binding: { route: call.operation_id, workspace_id, filter: { ...filter } },
        ...(waiting_for && { keep: (row: Item) => shownOf(row).waiting_for === waiting_for }),
        position: idOf,
        startKey: (id, partition) => ({
          ...keys.annotation(workspace_id, id),
          [`${index}pk`]: partition,
          [sortName]: id,
        }),
      });
      return mapPage(page, shownOf);
    },

    countQuarantined,

    /** At most 100 index rows each, so the same on every site. */
    counts: async (site_id: string): Promise<Record<Status | 'quarantined', number>> => {
      const counted = await Promise.all(
        STATUSES.map(async (status) => [status, await tally(site_id, status)] as const),
      );
      const byStatus = Object.fromEntries(counted) as Record<Status, number>;
      return { ...byStatus, quarantined: await countQuarantined(site_id) };
    },
  };
};
