import { MINUTE } from '../kit/clock.ts';
import { given } from '../kit/given.ts';
import type { Call } from '../kit/http/serve.ts';
import { type Changes, changedRow, endsApproval } from './change.ts';
import { isTold } from './news.ts';
import type { AnnotationRow, Before } from './rows.ts';

type By = Pick<Call, 'actor' | 'now'>;

/** The change of status that this one takes back: the same person's, at most a minute old, and nothing else differs. */
export const takenBack = (row: AnnotationRow, asked: Changes, { actor, now }: By): Before | undefined => {
  const { before } = row;
  if (!before || asked.status !== before.status || asked.status === row.status) return undefined;
  const { summary, duplicate_of } = changedRow(row, asked);
  const isSame = summary === before.summary && duplicate_of === before.duplicate_of;
  const isOwn = actor.kind === 'session' && actor.user_id === before.by && now - before.at <= MINUTE;
  return isSame && isOwn ? before : undefined;
};

/** Only a person takes a change back, so an agent's ends for good what it ends. */
const beforeOf = (row: AnnotationRow, asked: Changes, { actor, now }: By): Before | undefined => {
  if (actor.kind !== 'session') return undefined;
  const { status, summary, duplicate_of, told_at, confirmation, flag, undone_at } = row;
  const approval_state = endsApproval(row, asked) ? ('approved' as const) : undefined;
  const ended = given({ duplicate_of, told_at, approval_state, confirmation, flag: flag ?? undefined, undone_at });
  return { by: actor.user_id, at: now, status, summary, ...ended };
};

/** A decision that was made meanwhile stays. */
const approvalAfter = (row: AnnotationRow, back: Before): Changes =>
  (row.approval_state ?? back.approval_state) === 'approved' ? { approval_state: 'approved' } : {};

/** Written with a change of status; `back` is the change that it takes back. */
export const marksOf = (row: AnnotationRow, asked: Changes, by: By, back: Before | undefined): Changes => {
  if (asked.status === undefined || asked.status === row.status) return {};
  if (!back) {
    const told_at = isTold(asked.status) ? by.now : undefined;
    return { flag: null, ...given({ told_at, before: beforeOf(row, asked, by) }) };
  }
  const { told_at, confirmation, flag = null, undone_at } = back;
  const kept = asked.status === 'resolved' && { undone_at };
  return { ...given({ told_at, confirmation }), flag, ...kept, ...approvalAfter(row, back) };
};
