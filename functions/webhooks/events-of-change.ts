import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBRecord } from 'aws-lambda';
import { setting } from '../kit/config.ts';
import { bytesToId } from '../kit/ids.ts';
import { type Image, keyIn, listed } from '../kit/table/image.ts';
import { keys } from '../kit/table/keys.ts';
import { idsIn, isRestored } from '../kit/table/record.ts';
import { isAside, wasShownBefore } from '../notifications/aside-image.ts';
import { dashboardUrl } from '../workspaces/dashboard-url.ts';
import { type EVENT_TYPES, type WebhookEvent, webhookEvent } from './event.ts';

type Type = Extract<(typeof EVENT_TYPES)[number], `annotation.${string}`>;

export interface ToldEvent {
  /** The same if the change is delivered again. */
  id: string;
  ws: string;
  /** Null if it is about no site. */
  site_id: string | null;
  event: WebhookEvent;
}

/** Listed attributes whose changes are events. */
const TOLD = [
  'status',
  'kind',
  'summary',
  'assignee_id',
  'priority',
  'due_on',
  'labels',
  'auto_fix',
  'approval_state',
  'quarantine',
  'flag',
] as const;

const numberIn = (image: Image, name: string): number => Number(image[name]?.N ?? 0);
const textIn = (image: Image, name: string): string | null => listed(image, name)?.S ?? null;

const listedNumber = (image: Image, name: string): number => Number(listed(image, name)?.N ?? 0);

/** An expired lease keeps its attributes. */
const holderIn = (image: Image, at: number): string | null =>
  listedNumber(image, 'lease_expires_at') > at ? textIn(image, 'acknowledged_by') : null;

const changedIn = (before: Image, after: Image): string[] => {
  const changed: string[] = TOLD.filter((name) => !isDeepStrictEqual(listed(before, name), listed(after, name)));
  const at = listedNumber(after, 'updated_at');
  return holderIn(before, at) === holderIn(after, at) ? changed : [...changed, 'acknowledged_by'];
};

interface Told {
  type: Type;
  changed?: string[];
  last_reply_by?: 'team' | 'visitor';
}

const toldOf = (before: Image, after: Image): Told[] => {
  const hasMore = (name: string) => numberIn(after, name) > numberIn(before, name);
  const isResolved = textIn(after, 'status') === 'resolved' && textIn(before, 'status') !== 'resolved';
  const changed = changedIn(before, after).filter((name) => !(isResolved && name === 'status'));
  if (hasMore('resolution_count')) changed.push('resolutions');
  // The row's own is that of the replies that the submitter sees.
  const last_reply_by = hasMore('visitor_reply_count') ? 'visitor' : 'team';
  return [
    ...(isResolved ? [{ type: 'annotation.resolved' as const }] : []),
    ...(hasMore('reply_count') ? [{ type: 'annotation.replied', last_reply_by } as const] : []),
    ...(changed.length > 0 ? [{ type: 'annotation.changed' as const, changed }] : []),
  ];
};

/**
 * Nothing of a note in quarantine, until it is released; its way there is a change, and so is its way back. Nothing of
 * a row that was never marked as deleted: its whole site was.
 */
const typesOf = (before: Image | undefined, after: Image | undefined): Told[] => {
  if (!after) return [];
  const wasThere = before !== undefined && !before.deleted_at && !isAside(before);
  if (after.deleted_at) return wasThere ? [{ type: 'annotation.deleted' }] : [];
  if (isAside(after)) return wasThere ? [{ type: 'annotation.changed', changed: ['quarantine'] }] : [];
  const isKnown = before !== undefined && (wasThere || wasShownBefore(before));
  return isKnown ? toldOf(before, after) : [{ type: 'annotation.created' }];
};

const baseUrl = () => setting('BASE_URL').replace(/\/+$/, '');

const dataOf = (ws: string, annotation_id: string, image: Image, { type, changed, last_reply_by }: Told) => {
  const ids = { workspace_id: ws, site_id: image.site_id?.S, annotation_id };
  if (type === 'annotation.deleted') return ids;
  return {
    ...ids,
    status: textIn(image, 'status'),
    kind: textIn(image, 'kind'),
    assignee_id: textIn(image, 'assignee_id'),
    auto_fix: listed(image, 'auto_fix')?.BOOL ?? false,
    quarantined: isAside(image),
    last_reply_by: last_reply_by ?? textIn(image, 'last_reply_by'),
    ...(changed && { changed }),
    url: dashboardUrl(ws, `/inbox/${annotation_id}`),
    api_url: `${baseUrl()}/api/v1/annotations/${annotation_id}`,
  };
};

const TIME_BYTES = 6;

/** A ULID of the change's time. */
const idOf = (at: number, ...change: string[]): string => {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(at, 0, TIME_BYTES);
  const rest = createHash('sha256')
    .update(change.join('\u0000'))
    .digest()
    .subarray(0, 16 - TIME_BYTES);
  return bytesToId(Buffer.concat([time, rest]));
};

interface Changed {
  eventID: string;
  before: Image | undefined;
  after: Image;
}

const eventsOfNote = ({ eventID, before, after }: Changed, ws: string, annotation_id: string): ToldEvent[] => {
  const site_id = after.site_id?.S;
  if (!site_id) return [];
  const at = numberIn(after, 'deleted_at') || listedNumber(after, 'updated_at');
  return typesOf(before, after).map((told) => ({
    id: idOf(at, eventID, told.type),
    ws,
    site_id,
    event: webhookEvent(told.type, at, dataOf(ws, annotation_id, after, told)),
  }));
};

const endOf = (image: Image | undefined): number | undefined => {
  const end = listed(image, 'completed_at')?.N;
  return end === undefined ? undefined : Number(end);
};

/** Again if a finished review is continued and ends once more. */
const eventsOfReview = ({ eventID, before, after }: Changed, ws: string, review_id: string): ToldEvent[] => {
  const at = endOf(after);
  if (at === undefined || endOf(before) !== undefined || after.deleted_at) return [];
  const site_id = textIn(after, 'widget_site_id');
  const data = {
    workspace_id: ws,
    site_id,
    review_id,
    annotation_id: textIn(after, 'annotation_id'),
    status: textIn(after, 'status'),
    source: textIn(after, 'source'),
    input_type: textIn(after, 'input_type'),
    runs_total: listedNumber(after, 'runs_total'),
    runs_failed: listedNumber(after, 'runs_failed'),
    url: dashboardUrl(ws, `/reviews/${review_id}`),
    api_url: `${baseUrl()}/api/reviews/${review_id}`,
  };
  const type = 'review.finished';
  return [{ id: idOf(at, eventID, type), ws, site_id, event: webhookEvent(type, at, data) }];
};

export const eventsOfChange = ({ eventID = '', dynamodb = {} }: DynamoDBRecord): ToldEvent[] => {
  const { OldImage: before, NewImage: after } = dynamodb;
  if (!after || isRestored(before, after)) return [];
  const key = keyIn(after);
  const changed = { eventID, before, after };
  const note = idsIn(keys.annotation, key);
  if (note) return eventsOfNote(changed, note[0], note[1]);
  const review = idsIn(keys.review, key);
  return review ? eventsOfReview(changed, review[0], review[1]) : [];
};

/** Owed by the purge, not by the stream: the purge also removes the site's own webhooks, and must not be faster. */
export const siteDeleted = (ws: string, site_id: string, at: number): ToldEvent => {
  const type = 'site.deleted';
  return { id: idOf(at, site_id, type), ws, site_id, event: webhookEvent(type, at, { workspace_id: ws, site_id }) };
};
