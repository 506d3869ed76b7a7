/** With the reference library, which exists for many languages. */
export const VERIFY = `import { Webhook } from 'standardwebhooks'

// The body exactly as it came, not parsed and written again.
const webhook = new Webhook(process.env.SIDENOTE_WEBHOOK_SECRET)
const event = webhook.verify(rawBody, request.headers)
// It throws if the signature is wrong or older than five minutes.
// Answer with 2xx within ten seconds. Skip a webhook-id that you have seen.`;
