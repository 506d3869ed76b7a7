import * as z from 'zod';
import { area, PUBLIC, type RateLimit, route } from '../kit/contract/contract.ts';

const HTML = 'text/html; charset=utf-8';
const WRITES: readonly RateLimit[] = [{ bucket: 'ip', max: 20, per_seconds: 60 }];

export const threads = area('threads', {
  getThreadPage: route('GET /api/threads/{signed}', PUBLIC, {
    summary: "Show a note's thread to its submitter, by the signed link in a mail",
    beyond_spec: true,
    query: z.object({ fixed: z.string().max(10).optional().meta({ description: 'Opens this answer: yes or no' }) }),
    produces: HTML,
    refuses: [410],
  }),
  replyToThread: route('POST /api/threads/{signed}/replies', PUBLIC, {
    summary: 'Reply as the submitter, from the page of the thread (a form: body, once)',
    beyond_spec: true,
    limits: WRITES,
    produces: HTML,
    refuses: [409, 410],
  }),
  confirmFix: route('POST /api/threads/{signed}/confirmation', PUBLIC, {
    summary: 'Say as the submitter whether it is fixed, from the page of the thread (a form: fixed, body, once)',
    beyond_spec: true,
    limits: WRITES,
    produces: HTML,
    refuses: [409, 410],
  }),
});
