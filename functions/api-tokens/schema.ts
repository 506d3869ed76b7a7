import * as z from 'zod';
import { Id, Time, writtenText } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { type RowOf, rowsAs } from '../kit/table/rows.ts';

/** Expired ones count, revoked ones don't. */
export const MAX_TOKENS = 500;

const TokenRole = z.enum(['MEMBER', 'GUEST']);

export const ApiTokenCreate = z.object({
  name: writtenText(80),
  role: TokenRole.default('MEMBER'),
  expires_at: z
    .number()
    .int()
    .positive()
    .max(8.64e15)
    .nullable()
    .default(null)
    .meta({ description: 'Epoch milliseconds; null or absent: never expires' }),
});

export const apiTokenRows = rowsAs(keys.apiToken, () =>
  z.object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    role: TokenRole,
    last4: z.string(),
    expires_at: z.number().nullable(),
    last_used_at: z.number().nullable(),
    created_by: z.string(),
    created_by_name: z.string().default(''),
    created_at: z.number(),
    revoked_at: z.number().optional(),
    derivation: z.object({ key_id: z.string(), nonce: z.string() }).optional(),
  }),
);
export type ApiTokenRow = RowOf<typeof apiTokenRows>;

export const ApiToken = z.object({
  token_id: Id,
  name: z.string(),
  role: TokenRole,
  prefix: z.literal('svat_'),
  last4: z.string(),
  expires_at: Time.nullable(),
  last_used_at: Time.nullable(),
  created_by: Id,
  created_by_name: z.string(),
  created_at: Time,
});

export const ApiTokenShown = ApiToken.extend({
  token: z.string().meta({ description: 'The token; only returned once' }),
});
