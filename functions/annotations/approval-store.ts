import { auditEntry, causedBy } from '../kit/audit/audit-log.ts';
import { SECOND } from '../kit/clock.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { unchanged } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import type { Decision } from './approval.ts';
import { changedRow, changeOf, placeIsAsIn } from './change.ts';
import { isLiveInScope } from './in-scope.ts';
import { type AnnotationRow, type ApprovalRow, type ApprovalState, approvalRows } from './rows.ts';
import { waitingFor } from './waiting-for.ts';
import { toThread } from './whole-thread.ts';

export interface Approving {
  row: AnnotationRow;
  approval: ApprovalRow;
}

interface Found {
  row: AnnotationRow;
  approval: ApprovalRow | undefined;
  /** Also one that no longer counts. */
  stored: Item | undefined;
}

const ATTEMPTS = 6;
const LEADS_TO: Record<Decision, ApprovalState> = { approve: 'approved', decline: 'declined', withdraw: 'withdrawn' };
/** Anyone may allow at any time; only what was asked can be declined, and only what was allowed be withdrawn. */
const COMES_FROM: Partial<Record<Decision, ApprovalState>> = { decline: 'requested', withdraw: 'approved' };

export const approvalStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const find = async (id: string): Promise<Found> => {
    const [note, stored] = await Promise.all([
      table.get(keys.annotation(workspace_id, id)),
      table.get(keys.approval(workspace_id, id)),
    ]);
    const row = note && toThread([note], call)?.row;
    if (!row) throw notFound();
    const approval = stored && row.approval_state !== null ? approvalRows.parse(stored) : undefined;
    return { row, approval, stored };
  };

  const asIn = ({ row, stored }: Found): [note: Test[], approval: Test[]] => [
    [unchanged('approval_state', row.approval_state), ['=', 'status', row.status]],
    stored
      ? [
          ['=', 'id', stored.id],
          ['=', 'state', stored.state],
        ]
      : [['absent', 'pk']],
  ];

  /** False if the note or its approval changed meanwhile. */
  const write = (found: Found, approval: ApprovalRow, changes: Partial<AnnotationRow>, more: Item) => {
    const { row } = found;
    const [note, before] = asIn(found);
    const { id: annotation_id, site_id } = row;
    return table.tryTransact([
      {
        ...changeOf(workspace_id, row, changes),
        when: [...isLiveInScope(call.scope), ...note, ...placeIsAsIn(row, changes)],
      },
      { put: { ...keys.approval(workspace_id, annotation_id), ...approval, ...more }, when: before },
      auditEntry(workspace_id, call.actor, `approval.${approval.state}`, {
        annotation_id,
        site_id,
        approval_id: approval.id,
      }),
    ]);
  };

  const inTurn = async (id: string, attempt: (found: Found) => Promise<Approving | undefined>): Promise<Approving> => {
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const done = await attempt(await find(id));
      if (done) return done;
    }
    throw conflict('annotation_modified');
  };

  return {
    nameOf: async (user_id: string): Promise<string> => {
      const member = await table.get(keys.member(workspace_id, user_id));
      return typeof member?.name === 'string' ? member.name : '';
    },

    /** The same request again changes nothing, so it causes no second mail, and a decline stays. */
    request: (
      id: string,
      { intent, by, wait_seconds }: { intent: string; by: string; wait_seconds: number },
    ): Promise<Approving> =>
      inTurn(id, async (found) => {
        const { row, approval } = found;
        if (row.quarantine !== null || waitingFor(row) === null) throw conflict('approval_not_open');
        if (approval && approval.state !== 'withdrawn' && approval.intent === intent) return { row, approval };
        const asked: ApprovalRow = {
          id: newId(),
          state: 'requested',
          intent,
          requested_by: by,
          requested_at: call.now,
          decided_by: null,
          decided_by_name: '',
          decided_at: null,
        };
        const changes: Partial<AnnotationRow> = { approval_state: asked.state, updated_at: call.now };
        const key = keys.approval(workspace_id, id);
        const mail = {
          caused_by: causedBy(workspace_id, call.actor),
          ...owed('ask-approval', key, call.now + wait_seconds * SECOND),
          ...(wait_seconds > 0 && { wait_seconds }),
        };
        return (await write(found, asked, changes, mail))
          ? { row: changedRow(row, changes), approval: asked }
          : undefined;
      }),

    /** `request` is the one that was shown, so that no one allows what they haven't read. */
    decide: (
      id: string,
      decision: Decision,
      by: { user_id: string; name: string },
      request: string | undefined,
    ): Promise<Approving> =>
      inTurn(id, async (found) => {
        const { row, approval } = found;
        const state = LEADS_TO[decision];
        const isUnasked = request === undefined && approval?.requested_by === null;
        // The call came before, and its answer, which named the approval, was lost.
        if (isUnasked && approval.state === state && approval.decided_by === by.user_id) return { row, approval };
        if (approval?.id !== request) throw conflict('approval_changed');
        if (approval?.state === state) return { row, approval };
        const from = COMES_FROM[decision];
        if (from !== undefined && approval?.state !== from) throw conflict('approval_changed');
        const decided: ApprovalRow = {
          ...(approval ?? { id: newId(), intent: '', requested_by: null, requested_at: null }),
          state,
          decided_by: by.user_id,
          decided_by_name: by.name,
          decided_at: call.now,
        };
        const changes: Partial<AnnotationRow> = {
          approval_state: state,
          updated_at: call.now,
          // The agent that blocked the note waited for this.
          ...(decision === 'approve' && row.status === 'blocked' && { status: 'pending' }),
        };
        const named = by.name === '' ? {} : { person: by.user_id };
        return (await write(found, decided, changes, named))
          ? { row: changedRow(row, changes), approval: decided }
          : undefined;
      }),
  };
};
