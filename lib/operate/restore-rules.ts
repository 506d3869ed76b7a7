import { noSessionsBefore, sessionFields } from '../../functions/kit/access/sessions.ts';
import { now } from '../../functions/kit/clock.ts';
import { annotationPartition, keys, kindOf, reviewPartition } from '../../functions/kit/table/keys.ts';
import { idsIn, idsOf } from '../../functions/kit/table/record.ts';
import type { Item, StoredRow } from '../../functions/kit/table/table.ts';
import { OWED } from '../../functions/owed/jobs.ts';
import { said } from '../../functions/webhooks/post.ts';

export const SKIPPED = {
  present: 'already in the table, possibly newer',
  expired: 'expired',
  mail: 'an email that would be sent or counted again',
  export: 'the state of an export, which can be requested again',
  deleted: 'deleted, according to its own mark or the audit log',
  unnamed: 'possibly deleted on purpose: name it with --workspace or --partition',
} as const;

export type Skipped = keyof typeof SKIPPED;

const COPIED_UNNAMED = ['SUPPRESSED#', 'PAYMENT#', 'PRIOR#', 'OPERATIONS#'];

export const workspaceOf = (pk: string): string | undefined => /^WS#([^#]+)/.exec(pk)?.[1];

export const rootOf = (pk: string): string | undefined => {
  if (idsOf(annotationPartition, pk)) return keys.annotation.sk;
  return idsOf(reviewPartition, pk) ? keys.review.sk : undefined;
};

export interface Named {
  /** To copy even if the table no longer has them. */
  workspaces: readonly string[];
  partitions: readonly string[];
  only: boolean;
}

const isNamed = ({ workspaces, partitions }: Named, pk: string) =>
  workspaces.includes(workspaceOf(pk) ?? '') || partitions.some((start) => pk.startsWith(start));

export const skippedByItself = (row: StoredRow, named: Named, now: number): Skipped | undefined => {
  const { pk, sk } = row;
  if (typeof row.ttl === 'number' && row.ttl * 1000 <= now) return 'expired';
  if (row.mail_state !== undefined) return 'mail';
  const kind = kindOf(row);
  if (kind === 'workspaceExport' || kind === 'personExport') return 'export';
  // Marks of a deletion, and the row that ends its grace period.
  if (row.deleted_at !== undefined || sk === 'DUE') return 'deleted';
  if (isNamed(named, pk)) return undefined;
  if (named.only) return 'unnamed';
  if (workspaceOf(pk) !== undefined || COPIED_UNNAMED.some((start) => pk.startsWith(start))) return undefined;
  return 'unnamed';
};

export interface WorkspaceToday {
  exists: boolean;
  deleted: ReadonlySet<string>;
  /** Ids of reviews whose share link was revoked, or given another expiry, since. */
  unshared: ReadonlySet<string>;
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
  'webhook.delete': 'webhook_id',
  'view.delete': 'view_id',
  'mcp.disconnect': 'connection_id',
  // Its row stays, marked: this counts if the marked one is lost, too.
  'api_token.revoke': 'token_id',
};

const UNSHARES: typeof REMOVALS = { 'review.unshare': 'review_id', 'review.share_expiry': 'review_id' };

const idIn = (names: typeof REMOVALS, { action, target }: Item): string | undefined => {
  const name = names[String(action)];
  const id = name !== undefined && typeof target === 'object' && target !== null ? (target as Item)[name] : undefined;
  return typeof id === 'string' ? id : undefined;
};

export const removedBy = (entry: Item): string | undefined => idIn(REMOVALS, entry);

/** The id of the review whose earlier share link an audit entry ends or limits. */
export const unsharedBy = (entry: Item): string | undefined => idIn(UNSHARES, entry);

export const skippedByTable = (
  row: StoredRow,
  named: Named,
  today: WorkspaceToday | undefined,
): Skipped | undefined => {
  if (!today) return undefined;
  if (!today.exists && !isNamed(named, row.pk)) return 'unnamed';
  const kind = kindOf(row);
  const inKey = kind && idsIn<string[]>(keys[kind], row);
  const ids = [...(inKey ?? []), row.id, row.site_id, row.widget_site_id];
  return ids.some((id) => typeof id === 'string' && today.deleted.has(id)) ? 'deleted' : undefined;
};

/** From these, the stream makes news for members and counts use. */
const OWED_BY_ENTRY = ['owes', 'caused_by'];

/**
 * So that no job runs twice, nothing old is announced as new or counted again, and no share link that was revoked since
 * works again. Nor does a session that was ended since: a person whose row comes back signs in again.
 */
export const restoredRow = (row: StoredRow, today: WorkspaceToday | undefined): Item => {
  const kind = kindOf(row);
  const isUnshared = today !== undefined && typeof row.id === 'string' && today.unshared.has(row.id);
  const isUser = kind === 'user';
  const names: readonly string[] = [
    ...OWED,
    ...(kind === 'audit' ? OWED_BY_ENTRY : []),
    ...(isUnshared ? ['shared'] : []),
    ...(isUser ? sessionFields(row) : []),
  ];
  const kept = Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
  if (isUser) return { ...kept, ...noSessionsBefore(now()) };
  if (kind === 'webhookDelivery' && kept.state === 'pending') {
    const { next_attempt_at: _, ...delivery } = kept;
    return { ...delivery, state: 'failed', reason: said('delivery_interrupted') };
  }
  const isAnnounced = kind === 'annotation' || kind === 'review';
  return isAnnounced ? { ...kept, restored_at: now() } : kept;
};
