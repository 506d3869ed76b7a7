import { conflict } from '../kit/errors.ts';
import type { Test } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item, Write } from '../kit/table/table.ts';
import type { ResolutionRow } from '../resolutions/row.ts';
import type { ReplyRow } from './rows.ts';

export const MAX_REPLIES = 200;
export const MAX_RESOLUTIONS = 100;
/** Of replies and resolutions together, as JSON. A note is read whole, so they are bounded. */
export const MAX_THREAD_BYTES = 500_000;
/** The rest is kept for the team: a visitor cannot fill a thread. */
const VISITORS = { replies: 150, bytes: 350_000 };

const bytesOf = (...texts: (string | null)[]) => Buffer.byteLength(JSON.stringify(texts));

const below = (name: string, most: number): Test => ['any', [[['absent', name]], [['<=', name, most]]]];

const count = (ws: string, annotation_id: string, add: Record<string, number>, when: readonly Test[]) => ({
  update: keys.annotation(ws, annotation_id),
  add,
  when,
});

/** Counts a reply on its note, whatever the thread holds already: for what the service itself writes. */
export const countReply = (ws: string, { annotation_id, author_name, body }: ReplyRow, live: readonly Test[]): Write =>
  count(ws, annotation_id, { reply_count: 1, thread_bytes: bytesOf(author_name, body) }, live);

/** Counts a reply on its note if there is room for it. */
export const countReplyWithin = (
  ws: string,
  reply: ReplyRow,
  live: readonly Test[],
  by: 'visitor' | 'team' = 'team',
): Write => {
  const most = by === 'visitor' ? VISITORS : { replies: MAX_REPLIES, bytes: MAX_THREAD_BYTES };
  return countReply(ws, reply, [
    ...live,
    below('reply_count', most.replies - 1),
    below('thread_bytes', most.bytes - bytesOf(reply.author_name, reply.body)),
  ]);
};

/** Counts a resolution on its note if there is room for it. */
export const countResolutionWithin = (ws: string, row: ResolutionRow, live: readonly Test[]): Write => {
  const bytes = bytesOf(row.diff_url, row.explanation);
  return count(ws, row.annotation_id, { resolution_count: 1, thread_bytes: bytes }, [
    ...live,
    below('resolution_count', MAX_RESOLUTIONS - 1),
    below('thread_bytes', MAX_THREAD_BYTES - bytes),
  ]);
};

export const threadFull = (by: 'visitor' | 'team' = 'team') =>
  by === 'visitor'
    ? conflict('The thread of this note is full. Leave another note.')
    : conflict(`A thread holds at most ${MAX_REPLIES} replies and 500 KB of text. Continue on another note.`);

export const evidenceFull = () =>
  conflict(
    `A note holds at most ${MAX_RESOLUTIONS} resolutions, and 500 KB of text with its replies. Shorten the explanation, or continue on another note.`,
  );

/** Whether a stored annotation is there and not deleted. */
export const isLive = (row: Item | undefined): row is Item => row !== undefined && row.deleted_at === undefined;
