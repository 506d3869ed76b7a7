import * as z from 'zod';

export const NOTIFICATION_STATUSES = ['pending', 'sent', 'queued_reply', 'failed'] as const;

/** A resolution as it is stored; the keys name kept objects. */
export const ResolutionRow = z.object({
  id: z.string(),
  annotation_id: z.string(),
  site_id: z.string(),
  actor_id: z.string(),
  actor_kind: z.enum(['human', 'agent', 'mcp']),
  before_key: z.string().nullable(),
  after_key: z.string().nullable(),
  diff_url: z.string().nullable(),
  explanation: z.string().nullable(),
  notification_status: z.enum(NOTIFICATION_STATUSES),
  created_at: z.number(),
  notified_at: z.number().nullable(),
});
export type ResolutionRow = z.infer<typeof ResolutionRow>;
