import { BARE, nameless } from '../../functions/data/erase/sender.ts';
import { noSessionsBefore, sessionFields } from '../../functions/kit/access/sessions.ts';
import { now } from '../../functions/kit/clock.ts';
import { given } from '../../functions/kit/given.ts';
import type { Derivation } from '../../functions/kit/secrets.ts';
import {
  annotationPartition,
  type Key,
  keys,
  kindOf,
  type RecordName,
  reviewPartition,
  workspacePartition,
} from '../../functions/kit/table/keys.ts';
import { idsIn, idsOf } from '../../functions/kit/table/record.ts';
import { fromStored, toStored } from '../../functions/kit/table/stored-form.ts';
import type { Item, StoredRow } from '../../functions/kit/table/table.ts';
import { OWED } from '../../functions/owed/jobs.ts';
import { defaultPersonaId, defaultPersonas } from '../../functions/personas/default-personas.ts';
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

const workspaceOf = (pk: string): string | undefined => /^WS#([^#]+)/.exec(pk)?.[1];

/** Claims and public rows have their own partitions. */
export const ownerOf = (row: StoredRow): string | undefined => {
  const kind = kindOf(row);
  if (kind === 'claim') return idsIn(keys.claim, row)?.[1];
  const isPublic = kind === 'marketPersona' || kind === 'showcase' || kind === 'showcaseReview';
  return isPublic && typeof row.workspace_id === 'string' ? row.workspace_id : workspaceOf(row.pk);
};

/** The row whose deletion leaves this one unreachable; its own key if it is one. */
export const rootOf = (row: StoredRow): Key | undefined => {
  const note = idsOf(annotationPartition, row.pk);
  if (note) return keys.annotation(...note);
  const review = idsOf(reviewPartition, row.pk) ?? idsIn(keys.showcasedReview, row);
  if (review) return keys.review(...review);
  const reported = idsIn(keys.showcaseReport, row);
  if (reported) return keys.showcaseReview(reported[0]);
  const ws = workspaceOf(row.pk) === undefined && ownerOf(row);
  return ws && typeof row.review_id === 'string' ? keys.review(ws, row.review_id) : undefined;
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
  // Marks of a deletion, and the row that ends its grace period. Without its mark, a default persona would be back.
  if ((row.deleted_at !== undefined && kind !== 'persona') || sk === 'DUE') return 'deleted';
  if (isNamed(named, pk)) return undefined;
  if (named.only) return 'unnamed';
  if (workspaceOf(pk) !== undefined || COPIED_UNNAMED.some((start) => pk.startsWith(start))) return undefined;
  return 'unnamed';
};

type Ended = RecordName | `${RecordName}.${string}` | 'every kind';

export interface WorkspaceToday {
  exists: boolean;
  /** A kind of row, or an attribute of one, and the id whose rows lost it. */
  ended: ReadonlySet<string>;
  /** By a kind of row and its id, in the order in which they happened. */
  changes: ReadonlyMap<string, readonly { change: Change }[]>;
  /** Notes whose submitter was erased. */
  erased: ReadonlySet<unknown>;
}

type Change = (row: Item) => Item;

type Removal = readonly [id: string, ...Ended[]];

const SHOWCASED: Removal = [
  'review_id',
  'showcasedReview',
  'showcaseReview',
  'showcase',
  'review.showcase_state',
  'review.showcase_note',
];

/**
 * Audit actions that remove something: the attribute of their target that identifies it, the kinds of rows that go, and
 * attributes that others lose. Parts follow their root.
 */
const REMOVALS: Readonly<Record<string, Removal>> = {
  'site.delete': ['site_id', 'every kind'],
  'annotation.delete': ['annotation_id', 'annotation', 'stakeholderNote', 'review', 'finding.annotation_id'],
  'review.delete': ['review_id', 'review'],
  'review.unshare': ['review_id', 'review.shared'],
  'review.share_expiry': ['review_id', 'review.shared'],
  'persona.delete': ['persona_id', 'persona', 'publishedPersona', 'marketPersona'],
  'persona.unpublish': ['persona_id', 'publishedPersona', 'marketPersona', 'persona.published_at'],
  'persona.reset': ['slug', 'persona'],
  'stakeholder.revoke': ['stakeholder_id', 'stakeholder'],
  'member.leave': ['user_id', 'member'],
  'member.remove': ['user_id', 'member'],
  'member.rebind': ['from', 'member', 'reader', 'notification', 'notificationDigest', 'ownView'],
  // Unmarked, it would be open again.
  'invitation.accept': ['invitation_id', 'invitation'],
  'invitation.revoke': ['invitation_id', 'invitation'],
  'invitation.erase': ['invitation_id', 'invitation'],
  'showcase.withdraw': SHOWCASED,
  'showcase.reject': SHOWCASED,
  'workspace.claim': ['workspace', 'claim'],
  // Only if it turned emails on.
  'notifications.patch': ['mail', 'suppression'],
  'webhook.delete': ['webhook_id', 'webhook', 'webhookDelivery'],
  'view.delete': ['view_id', 'sharedView', 'ownView'],
  'mcp.disconnect': ['connection_id', 'connection'],
  'mcp.revoke': ['connection_id', 'connection'],
  // Its row stays, marked: this counts if the marked one is lost, too.
  'api_token.revoke': ['token_id', 'apiToken'],
};

const idsOfTarget = (ws: string, name: string, target: Item, actor_id: unknown): unknown[] => {
  if (name === 'workspace') return [ws];
  if (name === 'mail') return target.mail === true ? [actor_id] : [];
  const id = target[name];
  if (name !== 'slug') return [id];
  const slugs = typeof id === 'string' ? [id] : defaultPersonas().map(({ slug }) => slug);
  return slugs.map((slug) => defaultPersonaId(ws, slug));
};

const endedBy = (ws: string, { action, target, actor_id }: Item): string[] => {
  const [name, ...ended] = REMOVALS[String(action)] ?? [];
  if (name === undefined || typeof target !== 'object' || target === null) return [];
  const ids = idsOfTarget(ws, name, target as Item, actor_id).filter((id) => typeof id === 'string');
  return ids.flatMap((id) => ended.map((one) => `${one} ${id}`));
};

const next = (derivation: Derivation): Derivation => ({ ...derivation, version: derivation.version + 1 });

const withNextMcpToken: Change = (row) => {
  const derivations = row.derivations as Record<'mcp' | 'loader', Derivation>;
  const mcp = next(derivations.mcp);
  // The hash of the next token needs the server's key. This one refuses every token until the next rotation.
  return { ...row, derivations: { ...derivations, mcp }, mcp_version: mcp.version, mcp_token_hash: '' };
};

const withNextIdentity: Change = (row) => {
  const identity = next((row.identity ?? (row.derivations as { loader: Derivation }).loader) as Derivation);
  return { ...row, identity, identity_version: identity.version };
};

const withNextSecret: Change = ({ former_derivation: _, ...row }) => ({
  ...row,
  derivation: next(row.derivation as Derivation),
});

/** A later decision may have been overtaken by others: without one, an agent asks again. */
const notApproved =
  (state: 'declined' | 'withdrawn') =>
  ({ annotation_id }: Item): [RecordName, unknown, Change][] => [
    ['annotation', annotation_id, (row) => ({ ...row, approval_state: state })],
    ['approval', annotation_id, (row) => ({ ...row, state })],
  ];

const ERASURE = 'annotation.anonymize';

const withoutSender: Change = ({ submitter, ...row }) =>
  submitter ? { ...row, submitter: nameless(submitter as Item) } : row;

/**
 * Audit actions that replace a secret, change rights or erase a person. A row that comes back gets them again: with its
 * old version, a later rotation would make a secret that was replaced since.
 */
const CHANGES: Readonly<Record<string, (target: Item, actor_id: unknown) => [RecordName, unknown, Change][]>> = {
  'site.rotate_mcp_token': ({ site_id }) => [['site', site_id, withNextMcpToken]],
  'site.rotate_identity_secret': ({ site_id }) => [['site', site_id, withNextIdentity]],
  'webhook.rotate_secret': ({ webhook_id }) => [['webhook', webhook_id, withNextSecret]],
  'member.patch': ({ user_id, role, site_grants }) => [
    ['member', user_id, (row) => ({ ...row, ...given({ role, site_grants }) })],
  ],
  'approval.declined': notApproved('declined'),
  'approval.withdrawn': notApproved('withdrawn'),
  [ERASURE]: ({ annotation_id }) => [
    ['context', annotation_id, (row) => ({ ...row, ...BARE })],
    ['annotation', annotation_id, withoutSender],
    ['reply', annotation_id, (row) => (row.author === 'stakeholder' ? { ...row, author_name: '' } : row)],
  ],
  'workspace.transfer_owner': ({ user_id }, actor_id) => [
    ['member', actor_id, (row) => ({ ...row, role: 'MEMBER' })],
    ['member', user_id, (row) => ({ ...row, role: 'OWNER' })],
  ],
};

const changesBy = ({ action, target, actor_id }: Item) => {
  if (typeof target !== 'object' || target === null) return [];
  const changes = CHANGES[String(action)]?.(target as Item, actor_id) ?? [];
  return changes.map(([kind, id, change]) => ({ of: `${kind} ${id}`, change }));
};

/**
 * `entries`: of the audit log, in the order in which they happened. Only those `since` the point in time make changes,
 * which restored rows could have already.
 */
export const workspaceToday = (
  ws: string,
  exists: boolean,
  entries: readonly Item[],
  since: readonly Item[] = entries,
): WorkspaceToday => ({
  exists,
  ended: new Set(entries.flatMap((entry) => endedBy(ws, entry))),
  changes: Map.groupBy(since.flatMap(changesBy), ({ of }) => of),
  erased: new Set(since.flatMap(({ action, target }) => (action === ERASURE ? (target as Item).annotation_id : []))),
});

const idsOfRow = (row: StoredRow, kind: RecordName | undefined): string[] => {
  const inKey = kind && idsIn<string[]>(keys[kind], row);
  const { id, site_id, widget_site_id, annotation_id, review_id } = fromStored(row);
  const ids = [...(inKey ?? []), id, site_id, widget_site_id, annotation_id, review_id];
  return [...new Set(ids)].filter((one) => typeof one === 'string');
};

/** Their texts, and those of their reviews, can have the address. */
export const erasedNotesOf = (row: StoredRow, { erased }: WorkspaceToday): string[] =>
  erased.size === 0 ? [] : idsOfRow(row, kindOf(row)).filter((id) => erased.has(id));

export const skippedByTable = (
  row: StoredRow,
  named: Named,
  today: WorkspaceToday | undefined,
): Skipped | undefined => {
  if (!today) return undefined;
  // Naming the partition of a public row doesn't name its workspace.
  const owner = workspaceOf(row.pk) === undefined ? workspacePartition(ownerOf(row) ?? '') : row.pk;
  if (!today.exists && !isNamed(named, owner)) return 'unnamed';
  const kind = kindOf(row);
  const isEnded = (id: string) => today.ended.has(`every kind ${id}`) || (kind && today.ended.has(`${kind} ${id}`));
  return idsOfRow(row, kind).some(isEnded) ? 'deleted' : undefined;
};

/** From these, the stream makes news for members and counts use. */
const OWED_BY_ENTRY = ['owes', 'caused_by'];

const asOfToday = (row: StoredRow, today: WorkspaceToday | undefined): Item => {
  const kind = kindOf(row);
  const ids = idsOfRow(row, kind);
  const isUser = kind === 'user';
  const names: readonly string[] = [
    ...OWED,
    ...(kind === 'audit' ? OWED_BY_ENTRY : []),
    ...Object.keys(row).filter((name) => kind && ids.some((id) => today?.ended.has(`${kind}.${name} ${id}`))),
    ...(isUser ? sessionFields(row) : []),
  ];
  const then = Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
  const changes = ids.flatMap((id) => today?.changes.get(`${kind} ${id}`) ?? []);
  const kept = changes.reduce<Item>((changed, { change }) => change(changed), then);
  if (isUser) return { ...kept, ...noSessionsBefore(now()) };
  if (kind === 'webhookDelivery' && kept.state === 'pending') {
    const { next_attempt_at: _, ...delivery } = kept;
    return { ...delivery, state: 'failed', reason: said('delivery_interrupted') };
  }
  const isAnnounced = kind === 'annotation' || kind === 'review';
  return isAnnounced ? { ...kept, restored_at: now() } : kept;
};

/**
 * So that no job runs twice, nothing old is announced as new or counted again, no share link that was revoked since
 * works again, and nothing that was withdrawn since looks public. Nor does a session that was ended since: a person whose
 * row comes back signs in again. Secrets that were replaced since stay so, members have their rights of today, and an
 * erased submitter stays unknown.
 */
export const restoredRow = (stored: StoredRow, today: WorkspaceToday | undefined): Item => {
  const { pk, sk } = stored;
  return toStored({ ...asOfToday(fromStored(stored), today), pk, sk });
};
