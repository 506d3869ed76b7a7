export { deliverWebhook as handler } from '../webhooks/deliver-webhook.ts';
