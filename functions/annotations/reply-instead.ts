import { newId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item, Write } from '../kit/table/table.ts';
import { OWED } from '../owed/jobs.ts';
import type { ReplyRow } from './rows.ts';
import type { ResolutionIds } from './submitter.ts';
import { appendReply } from './thread.ts';

const textOf = ({ explanation, diff_url }: Item): string => {
  const parts = [explanation, diff_url].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join('\n\n') : 'Someone worked on this note and attached images of the result.';
};

/** Tells a submitter who gets no mail on the note's thread; the resolution's own write comes first. */
export const replyInstead = (ids: ResolutionIds, resolution: Item, at: number, when: readonly Test[] = []): Write[] => {
  const { ws, annotation } = ids;
  const id = newId();
  const reply: ReplyRow = {
    id,
    annotation_id: annotation,
    author: resolution.actor_kind === 'human' ? 'owner' : 'agent',
    author_name: '',
    body: textOf(resolution),
    created_at: at,
  };
  return [
    {
      update: keys.resolution(ws, annotation, ids.resolution),
      set: { notification_status: 'queued_reply', notified_at: at },
      remove: OWED,
      when: [['exists', 'pk'], ['in', 'notification_status', ['pending', 'failed']], ...when],
    },
    ...appendReply(ws, reply, { by: 'service' }),
  ];
};
