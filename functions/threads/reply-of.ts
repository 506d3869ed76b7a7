import { risksOf } from '../annotations/risks/risks.ts';
import type { ReplyRow } from '../annotations/rows.ts';
import { newId, timeOfId } from '../kit/ids.ts';
import type { OpenThread } from './open-thread.ts';

/** The submitter's answer as a row. */
export const replyOf = ({ ids, thread }: OpenThread, body: string): ReplyRow => {
  const id = newId();
  const { name: author_name } = thread.context;
  const risks = risksOf(body);
  const reply = { id, annotation_id: ids.annotation, author: 'stakeholder' as const, author_name, body };
  return { ...reply, created_at: timeOfId(id), ...(risks.length > 0 && { risks }) };
};
