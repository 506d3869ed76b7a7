import * as z from 'zod';
import { Id, Time, wholeNumber } from '../kit/contract/schema.ts';
import { MAX_CURSOR } from '../kit/table/page.ts';
import { CHANGE_TYPES } from './log.ts';

/** Gateways end a request after 29 seconds. */
export const MAX_WAIT_SECONDS = 25;

export const Change = z.object({
  id: z.string().max(100).meta({ description: 'The same if a change is listed again, which is rare' }),
  type: z.enum(CHANGE_TYPES).meta({ description: '`annotation.changed`: anything that moves its updated_at' }),
  annotation_id: Id,
  site_id: Id,
  at: Time,
});

export const Changes = z.object({
  items: z.array(Change).max(200),
  cursor: z.string().meta({ description: 'Send it with the next request; there always is one' }),
  has_more: z.boolean().meta({ description: 'Whether to ask again at once' }),
});

export const ChangesQuery = z.object({
  cursor: z.string().max(MAX_CURSOR).optional().meta({
    description: 'The previous answer’s; `latest` to begin with the next change; without it, from 30 days ago on',
  }),
  limit: wholeNumber(1, 200).default(50),
});

export const WaitQuery = ChangesQuery.extend({
  wait: wholeNumber(0, MAX_WAIT_SECONDS)
    .default(0)
    .meta({ description: 'Seconds to wait for a change if there is none; for API tokens' }),
});
