import { conflict } from '../kit/errors.ts';
import { below, LIVE, type Test } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item, Write } from '../kit/table/table.ts';
import type { ReplyRow, ResolutionRow } from './rows.ts';

export const MAX_REPLIES = 200;
export const MAX_RESOLUTIONS = 100;
/** As JSON, of replies and resolutions together. A note is read whole, so they are bounded. */
export const MAX_THREAD_BYTES = 500_000;
/** A visitor leaves room for the team, and the service always has some. */
const SHARES = {
  visitor: { replies: 150, bytes: 350_000 },
  team: { replies: MAX_REPLIES, bytes: MAX_THREAD_BYTES },
  service: undefined,
} as const;

const bytesOf = (...texts: (string | null)[]) => Buffer.byteLength(JSON.stringify(texts));

const count = (ws: string, annotation_id: string, add: Record<string, number>, when: readonly Test[]) => ({
  update: keys.annotation(ws, annotation_id),
  add,
  when,
});

/** `live` is the condition on the note; `person` leads an erasure to the author's name. */
export const appendReply = (
  ws: string,
  reply: ReplyRow,
  { by, live = LIVE, person }: { by: keyof typeof SHARES; live?: readonly Test[]; person?: string | undefined },
): Write[] => {
  const { annotation_id, id, author_name, body } = reply;
  const bytes = bytesOf(author_name, body);
  const share = SHARES[by];
  const fits = share ? [below('reply_count', share.replies), below('thread_bytes', share.bytes - bytes + 1)] : [];
  const row = { ...keys.reply(ws, annotation_id, id), ...reply, ...(person !== undefined && { person }) };
  return [
    { put: row, when: [['absent', 'pk']] },
    count(ws, annotation_id, { reply_count: 1, thread_bytes: bytes }, [...live, ...fits]),
  ];
};

export const countResolutionWithin = (ws: string, row: ResolutionRow, live: readonly Test[]): Write => {
  const bytes = bytesOf(row.diff_url, row.explanation);
  return count(ws, row.annotation_id, { resolution_count: 1, thread_bytes: bytes }, [
    ...live,
    below('resolution_count', MAX_RESOLUTIONS),
    below('thread_bytes', MAX_THREAD_BYTES - bytes + 1),
  ]);
};

export const threadFull = (by: 'visitor' | 'team' = 'team') =>
  by === 'visitor' ? conflict('note_full') : conflict('thread_full', { max: MAX_REPLIES });

export const evidenceFull = () => conflict('resolutions_full', { max: MAX_RESOLUTIONS });

export const isLive = (row: Item | undefined): row is Item => row !== undefined && row.deleted_at === undefined;
