import * as z from 'zod';
import { PageQuery, pageOf } from '../kit/contract/schema.ts';

const Count = z.number().int();
const Day = z.string().meta({ description: 'UTC day, yyyy-mm-dd', examples: ['2026-11-21'] });

export const Totals = z.object({
  writes: Count.meta({ description: 'Audited writes by session and by API tokens the user created' }),
  runs: Count.meta({ description: 'Persona runs requested' }),
  mails: Count.meta({ description: 'Emails sent: invitations, and resolution emails to submitters' }),
});

const Window = z.object({
  window_days: Count.meta({ description: '90, including today' }),
  from: Day,
  to: Day,
});

export const MyUsage = z.object({
  ...Window.shape,
  totals: Totals,
  days: z
    .array(z.object({ day: Day, ...Totals.shape }))
    .meta({ description: 'Oldest first; days without activity are omitted' }),
});

const Who = z.object({
  actor_id: z.string().meta({
    description:
      "A user ID, `mcp:<site id>` for a site's MCP token, or `agent:<workspace id>` for a self-registered agent",
  }),
  user_id: z.string().nullable(),
  email: z.string().nullable().meta({ description: 'Null if the actor is not a user' }),
});

const Ranked = z.array(z.object({ ...Who.shape, count: Count }));

export const AllUsage = z.object({
  ...Window.shape,
  rows: pageOf(z.object({ ...Who.shape, ...Totals.shape })).meta({ description: 'Ordered by `actor_id`' }),
  top: z
    .object({ writes: Ranked, runs: Ranked, mails: Ranked })
    .nullable()
    .meta({ description: 'The ten most active by each count, on the first page only' }),
});

export const UsageQuery = PageQuery;
