import * as z from 'zod';
import { pageOf, Time } from '../kit/contract/schema.ts';

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

const Dollars = z.number().meta({ description: 'Per million tokens' });

const Cents = z.number().meta({ description: 'In cents, with fractions' });

const TokenCounts = z.object({
  input: Count.meta({ description: 'All input tokens' }),
  cached: Count.meta({ description: 'Of the input, those served from the provider’s cache' }),
  output: Count,
});

export const ModelUsage = z.object({
  model: z
    .object({
      samples: Count.meta({ description: 'How often each persona is asked' }),
      prices: z
        .object({ input: Dollars, cached: Dollars, written: Dollars, output: Dollars })
        .nullable()
        .meta({ description: 'In dollars per million tokens; null if the service has none: costs are unknown' }),
    })
    .nullable()
    .meta({ description: 'null: rule-based checks, which cause no AI costs' }),
  month: z.string().meta({ description: 'UTC month, yyyy-mm', examples: ['2026-11'] }),
  next_month_at: Time.meta({ description: 'When the limit starts over' }),
  limit_cents: Count.nullable().meta({ description: 'Set by an OWNER; null: no limit' }),
  reserved_cents: Cents.meta({ description: 'Estimates of running reviews. They count against the limit' }),
  months: z
    .array(z.object({ month: z.string(), tokens: TokenCounts, cents: Cents }))
    .max(12)
    .meta({ description: 'Newest first, without months that used none. A review counts in the month it was started' }),
});
