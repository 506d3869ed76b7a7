import * as z from 'zod';
import { PageQuery, pageOf } from '../kit/contract/schema.ts';

const Count = z.number().int();
const Day = z.string().meta({ description: 'A day of UTC, yyyy-mm-dd', examples: ['2026-11-21'] });

export const Totals = z.object({
  writes: Count.meta({ description: 'Audited writes, by session and by API tokens one made' }),
  runs: Count.meta({ description: 'Persona runs that were asked for' }),
  mails: Count.meta({ description: 'Mails that were sent: invitations, and news to submitters of what one resolved' }),
});

const Window = z.object({
  window_days: Count.meta({ description: '90, today included' }),
  from: Day,
  to: Day,
});

export const MyUsage = z.object({
  ...Window.shape,
  totals: Totals,
  days: z
    .array(z.object({ day: Day, ...Totals.shape }))
    .meta({ description: 'Oldest first; days on which nothing was counted are left out' }),
});

const Who = z.object({
  actor_id: z.string().meta({
    description:
      'A user id; `mcp:<site id>` for what came by the MCP token of a site, `agent:<workspace id>` by an agent that registered itself',
  }),
  user_id: z.string().nullable(),
  email: z.string().nullable().meta({ description: 'Null for whoever is no user' }),
});

const Ranked = z.array(z.object({ ...Who.shape, count: Count }));

export const AllUsage = z.object({
  ...Window.shape,
  rows: pageOf(z.object({ ...Who.shape, ...Totals.shape })).meta({ description: 'In order of `actor_id`' }),
  top: z
    .object({ writes: Ranked, runs: Ranked, mails: Ranked })
    .nullable()
    .meta({ description: 'The ten with the most of each, most first; on the first page' }),
});

export const UsageQuery = PageQuery;
