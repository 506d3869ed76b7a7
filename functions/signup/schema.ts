import * as z from 'zod';
import type { RefusalCode } from '../codes/refusals.ts';
import { anyText, Id, Time, writtenText } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';

/** Per day (UTC). */
export const MAX_PER_IP = 5;
export const MAX_PER_CONTACT = 3;
/** A flood of requests is no flood of mails: all of them are in the list. */
export const MAX_MAILS_A_DAY = 100;

const Address = anyText(320)
  .min(3)
  .regex(/^[^\s@]+@[^\s@]+$/, 'not_an_email' satisfies RefusalCode)
  .meta({ format: 'email' });

export const AccessRequestBody = z.object({
  email: Address,
  intent: anyText(500).nullish().meta({ description: 'Intended use' }),
  source: anyText(80).nullish().meta({ description: 'How the requester heard of Sidenote' }),
});

export const AccessRequestResponse = z.object({ ok: z.boolean(), queued: z.boolean(), message: z.string() });

export const AccessRequestRow = z.object({
  id: z.string(),
  email: z.string(),
  intent: z.string().nullable(),
  source: z.string().nullable(),
  mail_status: z.enum(['pending', 'sent', 'failed', 'none']),
  created_at: z.number(),
});
export type AccessRequestRow = z.infer<typeof AccessRequestRow>;
export const accessRequestRows = rowsAs(keys.accessRequest, () => AccessRequestRow);

export const AccessRequest = AccessRequestRow.extend({
  id: Id,
  mail_status: AccessRequestRow.shape.mail_status.meta({
    description: 'Email to the operators; none: no operator address is set, or the daily limit was reached',
  }),
  created_at: Time,
});

export const AgentRegisterRequest = z.object({
  agent_name: writtenText(120),
  contact_email: Address.meta({
    format: 'email',
    description: 'The person who signs in with this verified address becomes OWNER of the workspace',
  }),
  purpose: anyText(500).nullish(),
});

export const AgentRegisterResponse = z.object({
  workspace_id: Id,
  workspace_slug: z.string(),
  plan: z.string(),
  token: z.string().meta({ description: 'An API token with the role MEMBER; only returned once' }),
  token_id: Id,
  billing_mode: z.string(),
  per_review_price_cents: z.number().int(),
  wallet_balance_cents: z.number().int(),
  wallet_topup_url: z.string(),
  api_base: z.string(),
  mcp_discovery: z.string(),
  docs_for_agents: z.string(),
});
