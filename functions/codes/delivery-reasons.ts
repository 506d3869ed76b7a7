import type { Sentence } from './sentence.ts';

/** Why a webhook's delivery failed. */
export const DELIVERY_REASONS = {
  delivery_unreachable: ['The address can’t be reached.', 'It must be public, with a valid certificate, on port 443.'],
  delivery_timeout: ['There was no complete answer within {seconds} seconds.', 'Answer first, then do the work.'],
  delivery_broken: ['The connection broke, or the answer isn’t valid HTTP.', 'Check the server behind the address.'],
  delivery_redirected: [
    'The answer was a redirect ({status}), which is never followed.',
    'Enter the address that it points to.',
  ],
  delivery_status: ['The answer had status {status}.', 'Answer with 2xx once you have stored the event.'],
  delivery_gone: ['The answer was 410 Gone.', 'The webhook was switched off.'],
  delivery_interrupted: ['The outcome of the last attempt is unknown.', 'Send it again if you didn’t receive it.'],
  delivery_switched_off: ['The webhook was switched off.', 'Switch it on, then send the event again.'],
  delivery_workspace_deleted: ['The workspace was deleted.', 'Once it is restored, you can send the event again.'],
} as const satisfies Record<string, Sentence>;
