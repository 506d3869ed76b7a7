import { area, beyondSpec, MEMBERS_IN_PATH, OWNERS_IN_PATH, type RateLimit } from '../kit/contract/contract.ts';
import { Deleted, PageQuery, pageOf } from '../kit/contract/schema.ts';
import { Delivery, Webhook, WebhookCreate, WebhookPatch, WebhookSecrets } from './schema.ts';

/** Each sends a request to an address that a member chose. */
const SENDING: readonly RateLimit[] = [{ bucket: 'credential', max: 20, per_seconds: 60 }];

export const webhooks = area('webhooks', {
  createWebhook: beyondSpec('POST /api/workspaces/{ws_id}/webhooks', OWNERS_IN_PATH, {
    summary: 'Create a webhook, which gets signed events of notes (Standard Webhooks)',
    body: WebhookCreate,
    response: Webhook,
  }),
  listWebhooks: beyondSpec('GET /api/workspaces/{ws_id}/webhooks', MEMBERS_IN_PATH, {
    summary: "List a workspace's webhooks, newest first",
    query: PageQuery,
    response: pageOf(Webhook),
  }),
  patchWebhook: beyondSpec('PATCH /api/workspaces/{ws_id}/webhooks/{webhook_id}', OWNERS_IN_PATH, {
    summary: 'Change a webhook, or switch it on or off',
    body: WebhookPatch,
    response: Webhook,
  }),
  deleteWebhook: beyondSpec('DELETE /api/workspaces/{ws_id}/webhooks/{webhook_id}', OWNERS_IN_PATH, {
    summary: 'Delete a webhook and its log; pending deliveries end',
    response: Deleted,
  }),
  getWebhookSecrets: beyondSpec('GET /api/workspaces/{ws_id}/webhooks/{webhook_id}/secrets', OWNERS_IN_PATH, {
    summary: 'Read the secrets that sign the deliveries of a webhook',
    response: WebhookSecrets,
    refuses: [409],
  }),
  rotateWebhookSecret: beyondSpec('POST /api/workspaces/{ws_id}/webhooks/{webhook_id}/rotate-secret', OWNERS_IN_PATH, {
    summary: 'Make a new secret for a webhook; the old one signs too, for 24 hours',
    response: WebhookSecrets,
    refuses: [409],
  }),
  testWebhook: beyondSpec('POST /api/workspaces/{ws_id}/webhooks/{webhook_id}/test', MEMBERS_IN_PATH, {
    summary: 'Send the event webhook.test',
    response: Delivery,
    limits: SENDING,
  }),
  listWebhookDeliveries: beyondSpec('GET /api/workspaces/{ws_id}/webhooks/{webhook_id}/deliveries', MEMBERS_IN_PATH, {
    summary: 'List the deliveries of a webhook in the last 30 days, newest event first',
    query: PageQuery,
    response: pageOf(Delivery),
  }),
  sendWebhookAgain: beyondSpec(
    'POST /api/workspaces/{ws_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/send-again',
    MEMBERS_IN_PATH,
    {
      summary: 'Send the event of an ended delivery again, under the same id',
      response: Delivery,
      limits: SENDING,
      refuses: [409],
    },
  ),
});
