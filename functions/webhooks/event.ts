export const EVENT_TYPES = [
  'annotation.created',
  'annotation.changed',
  'annotation.replied',
  'annotation.resolved',
  'annotation.deleted',
  'review.finished',
  'site.deleted',
] as const;

export const TEST = 'webhook.test';

/** Raised when a receiver that reads the old shape would misread the new one. */
const DATA_VERSION = 1;

export interface WebhookEvent {
  type: (typeof EVENT_TYPES)[number] | typeof TEST;
  /** ISO 8601. */
  timestamp: string;
  /** Without any text that a person wrote. */
  data: Record<string, unknown>;
}

export const webhookEvent = (type: WebhookEvent['type'], at: number, data: WebhookEvent['data']): WebhookEvent => ({
  type,
  timestamp: new Date(at).toISOString(),
  data: { version: DATA_VERSION, ...data },
});
