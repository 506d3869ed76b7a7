import { now } from '../../functions/kit/clock.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { ConditionFailed, openTable, type Table } from '../../functions/kit/table/table.ts';
import { moveCents, PRICE_CENTS, walletRow } from '../../functions/wallet/movement.ts';

/** Adds a wallet to a workspace, as if an agent had registered it. */
const makePrepaid = async (table: Table, workspace_id: string): Promise<void> => {
  const at = now();
  try {
    await table.transact([
      { put: walletRow(workspace_id, at), when: [['absent', 'pk']] },
      {
        update: keys.workspace(workspace_id),
        set: { plan: 'agent', billing_mode: 'prepaid_micro', per_review_price_cents: PRICE_CENTS, updated_at: at },
        when: [['exists', 'pk']],
      },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** Adds cents to a workspace's wallet and returns the new balance; undefined if there is no such workspace. */
export const grantCents = async (workspace_id: string, cents: number): Promise<number | undefined> => {
  const table = openTable();
  await makePrepaid(table, workspace_id);
  try {
    if (cents > 0)
      await table.transact(moveCents(workspace_id, { kind: 'grant', cents, note: 'Local stage' }, now()).writes);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
  const row = await table.get(keys.wallet(workspace_id));
  return row && Number(row.balance_cents);
};
