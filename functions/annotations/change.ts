import { given } from '../kit/given.ts';
import { type Test, unchanged } from '../kit/table/expression.ts';
import { keys, partitions } from '../kit/table/keys.ts';
import type { Item } from '../kit/table/table.ts';
import { isIndexed } from './kinds.ts';
import { isTold } from './news.ts';
import type { AnnotationRow } from './rows.ts';
import { isOpen } from './waiting-for.ts';

/** Of a list of quarantined notes, regardless of their status. */
export const ASIDE = 'aside';

interface Placed extends Pick<AnnotationRow, 'site_id' | 'id' | 'status' | 'kind'> {
  quarantine?: AnnotationRow['quarantine'] | undefined;
}

const kindKeys = (ws: string, { site_id, id, status, kind, quarantine }: Placed) =>
  isIndexed(kind) && !quarantine
    ? { gsi3pk: partitions.siteAnnotationsByKind(ws, site_id, status, kind), gsi3sk: id }
    : undefined;

export const listKeys = (ws: string, placed: Placed) => {
  const { site_id, id, status, quarantine } = placed;
  return {
    gsi1pk: partitions.siteAnnotations(ws, site_id),
    gsi1sk: id,
    gsi2pk: partitions.siteAnnotationsByStatus(ws, site_id, quarantine ? ASIDE : status),
    gsi2sk: id,
    ...kindKeys(ws, placed),
  };
};

export const LIST_KEYS = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'gsi3pk', 'gsi3sk'] as const;

export type Changes = Partial<AnnotationRow>;

const isReopened = (row: AnnotationRow, { status = row.status }: Changes) => isOpen(status) && !isOpen(row.status);

/** An approval was for the fix that is now undone. A request, or a refusal by the team, outlasts the reopening. */
export const endsApproval = (row: AnnotationRow, changes: Changes): boolean =>
  isReopened(row, changes) && row.approval_state === 'approved' && changes.approval_state === undefined;

/** A note that is closed, or waits for an answer, is no one's work. */
const endedBy = (row: AnnotationRow, changes: Changes) => [
  ...(changes.status !== undefined && changes.status !== 'pending' ? (['lease_expires_at'] as const) : []),
  ...(endsApproval(row, changes) ? (['approval_state'] as const) : []),
];

/** Every list pays for the bytes of its rows. */
const isUnset = (name: string, value: unknown): boolean =>
  (name === 'priority' && value === 'none') ||
  (name === 'due_on' && value === null) ||
  (name === 'summary' && value === '') ||
  value === undefined ||
  (name === 'labels' && Array.isArray(value) && value.length === 0);

/** Of a closed or blocked note, it is about this status; of a pending one, about the next, unless it is kept from before. */
const summaryAfter = (row: AnnotationRow, { status = row.status, summary }: Changes): Changes => {
  const isOver = row.summary_of && { summary_of: undefined };
  if (summary !== undefined) return { ...isOver };
  if (status === row.status || row.summary === '') return {};
  if (status === 'pending') return { summary_of: row.status };
  return row.status === 'pending' && !row.summary_of ? {} : { summary: '', ...isOver };
};

const staleIn = (row: AnnotationRow, { status = row.status }: Changes) =>
  status === row.status ? [] : ['confirmation', 'duplicate_of', 'told_at', 'before'];

/** A row that isn't in quarantine has no such attribute. */
export const changeOf = (ws: string, row: AnnotationRow, changes: Changes) => {
  const { quarantine, flag, ...others } = { ...summaryAfter(row, changes), ...changes };
  const rest = Object.fromEntries(Object.entries(others).filter(([name, value]) => !isUnset(name, value)));
  const removed = [
    ...(quarantine === null ? ['quarantine'] : []),
    ...(flag === null ? ['flag'] : []),
    ...Object.keys(others).filter((name) => !(name in rest)),
    ...(quarantine ? ['gsi3pk', 'gsi3sk'] : []),
  ];
  const isMoved = changes.status !== undefined || quarantine !== undefined;
  const placed = { ...row, ...changes };
  const moved = isMoved && { gsi2pk: listKeys(ws, placed).gsi2pk, ...kindKeys(ws, placed) };
  const isUndone = row.status === 'resolved' && placed.status !== 'resolved';
  const set: Item = {
    ...rest,
    ...given({ quarantine: quarantine ?? undefined, flag: flag ?? undefined }),
    ...(isUndone && !('undone_at' in changes) && { undone_at: changes.updated_at }),
    ...moved,
  };
  const ended = [...removed, ...staleIn(row, changes), ...endedBy(row, changes)];
  return {
    update: keys.annotation(ws, row.id),
    set,
    remove: [...new Set(ended)].filter((name) => set[name] === undefined),
  };
};

/** As the write leaves it. */
export const changedRow = (row: AnnotationRow, changes: Changes): AnnotationRow => {
  const stale = Object.fromEntries(staleIn(row, changes).map((name) => [name, undefined]));
  const ended = Object.fromEntries(endedBy(row, changes).map((name) => [name, null]));
  return { ...row, ...stale, ...ended, ...summaryAfter(row, changes), ...changes };
};

export const isNewlyTold = ({ status }: AnnotationRow, changes: Changes) =>
  isTold(changes.status) && changes.status !== status;

/** The list depends on both attributes, and the status read decides which others end with it. */
export const placeIsAsIn = (row: AnnotationRow, changes: Changes): Test[] => {
  if (changes.status === undefined && changes.quarantine === undefined) return [];
  const decidesApproval = isReopened(row, changes) || changes.approval_state !== undefined;
  const isSummaryEnded = changes.summary === undefined && Object.keys(summaryAfter(row, changes)).length > 0;
  return [
    ['=', 'status', row.status],
    ...(changes.quarantine === undefined ? ([[row.quarantine ? 'exists' : 'absent', 'quarantine']] as const) : []),
    ...(decidesApproval ? [unchanged('approval_state', row.approval_state)] : []),
    ...(isSummaryEnded ? [unchanged('summary', row.summary || undefined)] : []),
  ];
};

export const whatChanged = (changes: Changes) => {
  const { status, assignee_id, quarantine, duplicate_of, priority, due_on, labels } = changes;
  const quarantined = quarantine === undefined ? undefined : quarantine !== null;
  const changed = Object.keys(changes).filter((name) => name !== 'released');
  return { changed, status, assignee_id, quarantined, duplicate_of, priority, due_on, labels };
};
