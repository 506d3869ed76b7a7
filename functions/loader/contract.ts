import * as z from 'zod';
import { area, beyondSpec, PUBLIC } from '../kit/contract/contract.ts';
import { Seen } from './schema.ts';

export const loader = area('loader', {
  getLoader: beyondSpec('GET /w/{loader_secret_id}/widget.js', PUBLIC, {
    summary: "Load a site's widget script, with its settings",
    produces: 'text/javascript; charset=utf-8',
    limits: [{ bucket: 'ip', max: 600, per_seconds: 60 }],
  }),
  reportSeen: beyondSpec('POST /w/{loader_secret_id}/seen', PUBLIC, {
    summary: 'Report that the widget runs on a page, for the install check',
    cross_origin: true,
    limits: [{ bucket: 'ip', max: 60, per_seconds: 60 }],
    body: Seen,
    response: z.object({ ok: z.literal(true) }),
    refuses: [403, 404],
  }),
});
