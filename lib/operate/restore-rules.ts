import { keys } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { OWED } from '../../functions/owed/jobs.ts';

/** Why a row of the restored table is not copied. */
export const SKIPPED = {
  present: 'already in the table, possibly newer',
  expired: 'expired',
  mail: 'an email that would be sent or counted again',
  deleted: 'deleted, according to its own mark or the audit log',
  unnamed: 'possibly deleted on purpose: name it with --workspace or --partition',
} as const;

export type Skipped = keyof typeof SKIPPED;

/** Rows outside of workspaces that are needed and safe to restore. */
const COPIED_UNNAMED = ['SUPPRESSED#', 'PAYMENT#', 'PRIOR#', 'OPERATIONS#'];

export const workspaceOf = (pk: string): string | undefined => /^WS#([^#]+)/.exec(pk)?.[1];

/** The sort key of the row that the other rows of an annotation's or review's partition belong to. */
export const rootOf = (pk: string): string | undefined => {
  const [, , kind] = pk.split('#');
  if (kind === 'ANN') return keys.annotation('', '').sk;
  return kind === 'REVIEW' ? keys.review('', '').sk : undefined;
};

export interface Named {
  /** Ids of workspaces to copy even if the table no longer has them. */
  workspaces: readonly string[];
  /** Prefixes of partition keys to copy regardless of their contents. */
  partitions: readonly string[];
  /** Nothing else is copied. */
  only: boolean;
}

const isNamed = ({ workspaces, partitions }: Named, pk: string) =>
  workspaces.includes(workspaceOf(pk) ?? '') || partitions.some((start) => pk.startsWith(start));

/** The reason to skip a row that is evident from the row itself, or undefined. */
export const skippedByItself = (row: Item, named: Named, now: number): Skipped | undefined => {
  const [pk, sk] = [String(row.pk), String(row.sk)];
  if (typeof row.ttl === 'number' && row.ttl * 1000 <= now) return 'expired';
  if (row.mail_state !== undefined) return 'mail';
  // Marks of a deletion, and the row that ends its grace period.
  if (row.deleted_at !== undefined || sk === 'DUE') return 'deleted';
  if (isNamed(named, pk)) return undefined;
  if (named.only) return 'unnamed';
  if (workspaceOf(pk) !== undefined || COPIED_UNNAMED.some((start) => pk.startsWith(start))) return undefined;
  return 'unnamed';
};

/** The current state of a workspace in the stage's table. */
export interface WorkspaceToday {
  exists: boolean;
  /** Ids of records deleted in it since. */
  deleted: ReadonlySet<string>;
}

/** Audit actions that remove a record, and the attribute of their target that identifies it. */
const REMOVALS: Readonly<Record<string, string>> = {
  'site.delete': 'site_id',
  'annotation.delete': 'annotation_id',
  'review.delete': 'review_id',
  'persona.delete': 'persona_id',
  'persona.unpublish': 'persona_id',
  'persona.reset': 'slug',
  'stakeholder.revoke': 'stakeholder_id',
  'member.leave': 'user_id',
  'member.remove': 'user_id',
  'member.rebind': 'from',
  'invitation.revoke': 'invitation_id',
  'invitation.erase': 'invitation_id',
  'showcase.withdraw': 'review_id',
};

/** The id of the record that an audit entry reports as removed. */
export const removedBy = ({ action, target }: Item): string | undefined => {
  const name = REMOVALS[String(action)];
  const id = name !== undefined && typeof target === 'object' && target !== null ? (target as Item)[name] : undefined;
  return typeof id === 'string' ? id : undefined;
};

/** The reason to skip a missing row that the current table gives, or undefined. */
export const skippedByTable = (row: Item, named: Named, today: WorkspaceToday | undefined): Skipped | undefined => {
  const [pk, sk] = [String(row.pk), String(row.sk)];
  if (!today) return undefined;
  if (!today.exists && !isNamed(named, pk)) return 'unnamed';
  const ids = [...pk.split('#'), ...sk.split('#'), row.site_id, row.widget_site_id];
  return ids.some((id) => typeof id === 'string' && today.deleted.has(id)) ? 'deleted' : undefined;
};

/** The row without its owed work, so that no job runs twice. */
export const withoutOwed = (row: Item): Item => {
  const names: readonly string[] = OWED;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
};
