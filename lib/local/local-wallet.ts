import { createHmac, randomUUID } from 'node:crypto';
import { now } from '../../functions/kit/clock.ts';
import { setting } from '../../functions/kit/config.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { openTable, type Table } from '../../functions/kit/table/table.ts';
import { moveCents, PRICE_CENTS, walletRow } from '../../functions/wallet/movement.ts';

const makePrepaid = async (table: Table, workspace_id: string): Promise<void> => {
  const at = now();
  await table.tryTransact([
    { put: walletRow(workspace_id, at), when: [['absent', 'pk']] },
    {
      update: keys.workspace(workspace_id),
      set: { plan: 'agent', billing_mode: 'prepaid_micro', per_review_price_cents: PRICE_CENTS, updated_at: at },
      when: [['exists', 'pk']],
    },
  ]);
};

export const grantCents = async (workspace_id: string, cents: number): Promise<number | undefined> => {
  const table = openTable();
  await makePrepaid(table, workspace_id);
  const { writes } = moveCents(workspace_id, { kind: 'grant', cents, note: 'Local stage' }, now());
  if (cents > 0 && !(await table.tryTransact(writes))) return undefined;
  const row = await table.get(keys.wallet(workspace_id));
  return row && Number(row.balance_cents);
};

export const pay = async (base_url: string, workspace_id: string, cents: number): Promise<number> => {
  const object = {
    id: `cs_local_${randomUUID()}`,
    client_reference_id: workspace_id,
    payment_status: 'paid',
    amount_total: cents,
    currency: 'usd',
  };
  const body = JSON.stringify({
    id: `evt_local_${randomUUID()}`,
    type: 'checkout.session.completed',
    data: { object },
  });
  const time = Math.floor(Date.now() / 1000);
  const [secret = ''] = setting('STRIPE_WEBHOOK_SECRET').split(',');
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const { status } = await fetch(`${base_url}/api/wallet/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
    body,
  });
  return status;
};
