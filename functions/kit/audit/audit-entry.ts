import * as z from 'zod';
import { Id, Time } from '../contract/schema.ts';
import { keys } from '../table/keys.ts';
import { rowsAs } from '../table/rows.ts';

export const AuditRow = z.object({
  id: z.string(),
  actor_id: z.string(),
  user_id: z.string().optional(),
  actor_kind: z.enum(['session', 'token', 'mcp', 'visitor', 'stakeholder', 'public', 'service']),
  action: z.string(),
  target: z.record(z.string(), z.unknown()),
  created_at: z.number(),
});
export type AuditRow = z.infer<typeof AuditRow>;
export const auditRows = rowsAs(keys.audit, () => AuditRow);

export const AuditEntry = AuditRow.extend({
  id: Id,
  user_id: Id.optional().meta({ description: 'The member who connected the MCP client' }),
  created_at: Time,
});
