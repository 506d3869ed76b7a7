import { createHmac, randomUUID } from 'node:crypto';
import { setting } from '../../functions/kit/config.ts';

/** Simulates the payment service: sends a signed payment event to our webhook, and returns the response status. */
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
