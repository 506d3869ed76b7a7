import { auditEntry } from '../kit/audit/audit-log.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { passed, type Test } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { isLiveInScope } from './in-scope.ts';
import { claimed, holderOf, isHeldByOther, LEASE, type Leased, notHeldByOther } from './lease.ts';
import type { AnnotationRow } from './rows.ts';
import { toThread } from './whole-thread.ts';

interface Claiming {
  agent: string | undefined;
  /** `own`: also renews the holder's own lease; `any`: a person takes the note over. */
  over: 'own' | 'any' | 'none';
}

export const claimStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const findRow = async (id: string): Promise<AnnotationRow> => {
    const row = await table.get(keys.annotation(workspace_id, id));
    const found = row && toThread([row], call)?.row;
    if (!found) throw notFound();
    return found;
  };

  const write = (id: string, change: Pick<Extract<Write, { update: unknown }>, 'set' | 'remove'>, tests: Test[]) => ({
    update: keys.annotation(workspace_id, id),
    ...change,
    when: [...isLiveInScope(call.scope), ...tests],
  });

  const audited = (action: string, target: Item): Write => auditEntry(workspace_id, call.actor, action, target);

  return {
    /** Refused if someone else holds it. */
    claim: async (id: string, { agent, over }: Claiming): Promise<Leased & { acknowledged_at: number }> => {
      const { now: at, actor } = call;
      const holder = holderOf(actor, agent);
      const lease = { acknowledged_at: at, acknowledged_by: holder, lease_expires_at: at + LEASE };
      const tests = { own: [notHeldByOther(actor, agent, at)], none: [passed('lease_expires_at', at)], any: [] }[over];
      const isClaimed = await table.tryTransact([
        write(id, { set: { ...lease, updated_at: at } }, tests),
        audited('annotation.acknowledge', { annotation_id: id, holder }),
      ]);
      if (isClaimed) return lease;
      throw claimed(await findRow(id), at);
    },

    /** Refused to an agent whose lease it isn't; nothing happens if no one holds the note. */
    release: async (id: string, agent: string | undefined): Promise<AnnotationRow> => {
      const row = await findRow(id);
      if (row.lease_expires_at === null) return row;
      if (call.actor.kind !== 'session' && isHeldByOther(row, call.actor, agent, call.now)) {
        throw claimed(row, call.now);
      }
      const isReleased = await table.tryTransact([
        write(id, { set: { updated_at: call.now }, remove: ['lease_expires_at'] }, [
          ['=', 'lease_expires_at', row.lease_expires_at],
        ]),
        audited('annotation.release', { annotation_id: id, holder: row.acknowledged_by }),
      ]);
      return isReleased ? { ...row, lease_expires_at: null, updated_at: call.now } : findRow(id);
    },
  };
};
