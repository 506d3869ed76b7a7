import { area, MEMBERS_IN_PATH, OWNERS_IN_PATH, type RateLimit, route } from '../kit/contract/contract.ts';
import { Deleted, PageQuery, pageOf } from '../kit/contract/schema.ts';
import { Delivery, Webhook, WebhookCreate, WebhookPatch, WebhookSecrets } from './schema.ts';

/** Each sends a request to an address that a member chose. */
const SENDING: readonly RateLimit[] = [{ bucket: 'credential', max: 20, per_seconds: 60 }];

export const webhooks = area('webhooks', {
  createWebhook: route('POST /api/workspaces/{ws_id}/webhooks', OWNERS_IN_PATH, {
    summary: 'Create a webhook, which gets signed events of notes (Standard Webhooks)',
    beyond_spec: true,
    body: WebhookCreate,
    response: Webhook,
  }),
  listWebhooks: route('GET /api/workspaces/{ws_id}/webhooks', MEMBERS_IN_PATH, {
    summary: "List a workspace's webhooks, newest first",
    beyond_spec: true,
    query: PageQuery,
    response: pageOf(Webhook),
  }),
  patchWebhook: route('PATCH /api/workspaces/{ws_id}/webhooks/{webhook_id}', OWNERS_IN_PATH, {
    summary: 'Change a webhook, or switch it on or off',
    beyond_spec: true,
    body: WebhookPatch,
    response: Webhook,
  }),
  deleteWebhook: route('DELETE /api/workspaces/{ws_id}/webhooks/{webhook_id}', OWNERS_IN_PATH, {
    summary: 'Delete a webhook and its log; pending deliveries end',
    beyond_spec: true,
    response: Deleted,
  }),
  getWebhookSecrets: route('GET /api/workspaces/{ws_id}/webhooks/{webhook_id}/secrets', OWNERS_IN_PATH, {
    summary: 'Read the secrets that sign the deliveries of a webhook',
    beyond_spec: true,
    response: WebhookSecrets,
  }),
  rotateWebhookSecret: route('POST /api/workspaces/{ws_id}/webhooks/{webhook_id}/rotate-secret', OWNERS_IN_PATH, {
    summary: 'Make a new secret for a webhook; the old one signs too, for 24 hours',
    beyond_spec: true,
    response: WebhookSecrets,
    refuses: [409],
  }),
  testWebhook: route('POST /api/workspaces/{ws_id}/webhooks/{webhook_id}/test', MEMBERS_IN_PATH, {
    summary: 'Send the event webhook.test',
    beyond_spec: true,
    response: Delivery,
    limits: SENDING,
  }),
  listWebhookDeliveries: route('GET /api/workspaces/{ws_id}/webhooks/{webhook_id}/deliveries', MEMBERS_IN_PATH, {
    summary: 'List the deliveries of a webhook in the last 30 days, newest event first',
    beyond_spec: true,
    query: PageQuery,
    response: pageOf(Delivery),
  }),
  sendWebhookAgain: route(
    'POST /api/workspaces/{ws_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/send-again',
    MEMBERS_IN_PATH,
    {
      summary: 'Send the event of an ended delivery again, under the same id',
      beyond_spec: true,
      response: Delivery,
      limits: SENDING,
      refuses: [409],
    },
  ),
});
