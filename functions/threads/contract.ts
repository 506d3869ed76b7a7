import * as z from 'zod';
import { area, beyondSpec, PUBLIC, type RateLimit } from '../kit/contract/contract.ts';

const HTML = 'text/html; charset=utf-8';
const WRITES: readonly RateLimit[] = [{ bucket: 'ip', max: 20, per_seconds: 60 }];

export const threads = area('threads', {
  getThreadPage: beyondSpec('GET /api/threads/{signed}', PUBLIC, {
    summary: "Show a note's thread to its submitter, by the signed link in a mail",
    query: z.object({ fixed: z.string().max(10).optional().meta({ description: 'Opens this answer: yes or no' }) }),
    produces: HTML,
    refuses: [410],
  }),
  replyToThread: beyondSpec('POST /api/threads/{signed}/replies', PUBLIC, {
    summary: 'Reply as the submitter, from the page of the thread (a form: body, once)',
    limits: WRITES,
    produces: HTML,
    refuses: [409, 410],
  }),
  confirmFix: beyondSpec('POST /api/threads/{signed}/confirmation', PUBLIC, {
    summary: 'Say as the submitter whether it is fixed, from the page of the thread (a form: fixed, body, once)',
    limits: WRITES,
    produces: HTML,
    refuses: [409, 410],
  }),
});
