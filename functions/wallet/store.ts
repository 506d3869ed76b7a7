import { transactOnce } from '../kit/access/idempotency.ts';
import { actorIdOf, auditEntry } from '../kit/audit/audit-log.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { logLine } from '../kit/log.ts';
import { keys } from '../kit/table/keys.ts';
import { listRows, type PageRequest } from '../kit/table/page.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { moveCents } from './movement.ts';
import { type LedgerRow, ledgerRows, walletRows } from './schema.ts';
import type { Payment } from './stripe-events.ts';

/** `credit` and `grant` are for the verified payment service and operators. */
export const walletStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  /** Keyed by its checkout, so that it is counted once, for any number and kind of events. */
  const paymentRow = ({ id, ...payment }: Payment, state: 'credited' | 'unassigned'): Write => ({
    put: { ...keys.payment(id), id, ...payment, state, created_at: call.now },
    when: [['absent', 'pk']],
  });

  const leaveUnassigned = async (payment: Payment) => {
    if (!(await table.tryTransact([paymentRow(payment, 'unassigned')]))) return;
    logLine({ id: call.request.id, payment: payment.id, what: 'paid, but nobody could be credited' }, 'error');
  };

  return {
    balance: async () => (await walletRows.find(table, [workspace_id]))?.balance_cents ?? 0,

    ledger: (asked: PageRequest) =>
      listRows(table, call, asked, ledgerRows, [workspace_id], { newestFirst: true, consistent: true }),

    /** A payment that can't be credited is kept, and an operator is notified. */
    credit: async (payment: Payment): Promise<void> => {
      const { id, workspace_id, cents, currency } = payment;
      if (workspace_id === undefined || currency !== 'usd') return leaveUnassigned(payment);
      const movement = { kind: 'payment', cents, payment_id: id } as const;
      const { writes } = moveCents(workspace_id, movement, call.now);
      const failed = await table.failedWrites([paymentRow(payment, 'credited'), ...writes]);
      if (failed.length > 0 && !failed.includes(0)) await leaveUnassigned(payment);
    },

    grant: async (ws: string, cents: number, note: string | undefined): Promise<LedgerRow> => {
      const by = actorIdOf(call.actor);
      const movement = { kind: 'grant', cents, by, ...(note !== undefined && { note }) } as const;
      const { entry, writes } = moveCents(ws, movement, call.now, notFound);
      const audit = auditEntry(ws, call.actor, 'wallet.top_up', { cents, entry_id: entry.id });
      return (await transactOnce(table, call.once, ledgerRows.parse(entry), [...writes, audit])).result;
    },
  };
};
