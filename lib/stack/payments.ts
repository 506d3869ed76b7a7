import { SecretValue } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

/** Stripe, for wallets of agents' workspaces. */
export interface StagePayments {
  /** A secret of Secrets Manager in the stage's region, whose whole value is the webhook's signing secret. Made by hand (docs/runbook.md). */
  webhookSecret: string;
  /** A payment page that accepts `client_reference_id`. Absent: the dashboard's own page. */
  topUpUrl?: string;
}

/** Settings of the wallet code. CloudFormation resolves the secret while it deploys; it is in no template. */
export const paymentSettings = ({ payments }: Stage): Record<string, string> => ({
  ...(payments && { STRIPE_WEBHOOK_SECRET: SecretValue.secretsManager(payments.webhookSecret).unsafeUnwrap() }),
  ...(payments?.topUpUrl !== undefined && { TOPUP_URL: payments.topUpUrl }),
});
