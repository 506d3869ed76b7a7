import type { Actor } from '../kit/actor.ts';
import { auditEntry, causedBy } from '../kit/audit/audit-log.ts';
import { conflict } from '../kit/errors.ts';
import { below, LIVE, type Test } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item, Write } from '../kit/table/table.ts';
import { isInternal } from './is-internal.ts';
import { owedNews } from './news.ts';
import type { ReplyRow, ResolutionRow } from './rows.ts';

export const MAX_REPLIES = 200;
export const MAX_RESOLUTIONS = 100;
/** As JSON, of replies and resolutions together. A note is read whole, so they are bounded. */
export const MAX_THREAD_BYTES = 500_000;
/** A visitor leaves room for the team, and the team for verdicts of reviews. */
export const SHARES = {
  visitor: { replies: 150, bytes: 350_000 },
  team: { replies: MAX_REPLIES, bytes: MAX_THREAD_BYTES },
  service: { replies: 250, bytes: 600_000 },
} as const;

const bytesOf = (...texts: (string | null)[]) => Buffer.byteLength(JSON.stringify(texts));

/** Something happened on the note: moves its `updated_at`, and so reaches the feed of changes. */
export const touchNote = (ws: string, annotation_id: string, at: number, when: readonly Test[] = LIVE) => ({
  update: keys.annotation(ws, annotation_id),
  set: { updated_at: at },
  when,
});

interface Appending {
  by: keyof typeof SHARES;
  /** The condition on the note. */
  live?: readonly Test[];
  /** Leads an erasure to the author's name. */
  person?: string | undefined;
  /** The submitter is notified; on behalf of the person who caused it. */
  news?: { caused_by: string | undefined } | undefined;
  /** Further changes of the note. */
  set?: Item;
  remove?: readonly string[];
}

export const appendReply = (
  ws: string,
  reply: ReplyRow,
  { by, live = LIVE, person, news, set = {}, remove = [] }: Appending,
): Write[] => {
  const { annotation_id, id, author_name, body, created_at } = reply;
  const bytes = bytesOf(author_name, body);
  const share = SHARES[by];
  const fits = share ? [below('reply_count', share.replies), below('thread_bytes', share.bytes - bytes + 1)] : [];
  const key = keys.reply(ws, annotation_id, id);
  const row = {
    ...key,
    ...reply,
    ...(person !== undefined && { person }),
    ...(news && { ...news, ...owedNews(key, created_at) }),
  };
  return [
    { put: row, when: [['absent', 'pk']] },
    {
      update: keys.annotation(ws, annotation_id),
      set: {
        updated_at: created_at,
        ...(!isInternal(reply) && { last_reply_by: by === 'visitor' ? 'visitor' : 'team' }),
        ...set,
        ...(news && { news_at: created_at }),
      },
      add: { reply_count: 1, thread_bytes: bytes, ...(by === 'visitor' && { visitor_reply_count: 1 }) },
      remove,
      when: [...live, ...fits],
    },
  ];
};

/** The service's own replies, all at once: they always fit. */
export const appendReplies = (ws: string, annotation_id: string, replies: readonly ReplyRow[]): Write[] => {
  if (replies.length === 0) return [];
  const bytes = replies.reduce((sum, { author_name, body }) => sum + bytesOf(author_name, body), 0);
  const at = Math.max(...replies.map(({ created_at }) => created_at));
  return [
    ...replies.map((reply): Write => ({ put: { ...keys.reply(ws, annotation_id, reply.id), ...reply } })),
    { ...touchNote(ws, annotation_id, at), add: { reply_count: replies.length, thread_bytes: bytes } },
  ];
};

/** The note's own part in a resolution, for an update that may change more of it. */
export const countResolution = ({ diff_url, commit, branch, pr_url, explanation, created_at }: ResolutionRow) => {
  const bytes = bytesOf(diff_url, commit, branch, pr_url, explanation);
  return {
    set: { updated_at: created_at, news_at: created_at },
    add: { resolution_count: 1, thread_bytes: bytes },
    fits: [below('resolution_count', MAX_RESOLUTIONS), below('thread_bytes', MAX_THREAD_BYTES - bytes + 1)],
  };
};

/** Owes one notification of the submitter. */
export const resolutionWrites = (ws: string, actor: Actor, row: ResolutionRow): Write[] => {
  const { id, annotation_id, site_id, created_at } = row;
  const key = keys.resolution(ws, annotation_id, id);
  return [
    {
      put: { ...key, ...row, caused_by: causedBy(ws, actor), ...owedNews(key, created_at) },
      when: [['absent', 'pk']],
    },
    auditEntry(ws, actor, 'resolution.create', { site_id, annotation_id, resolution_id: id }),
  ];
};

export const threadFull = (by: 'visitor' | 'team' = 'team') =>
  by === 'visitor' ? conflict('note_full') : conflict('thread_full', { max: MAX_REPLIES });

export const evidenceFull = () => conflict('resolutions_full', { max: MAX_RESOLUTIONS });
