import * as z from 'zod';
import { MCP_SCOPES } from '../kit/access/scopes.ts';
import { anyText, Id, Time } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { type RowOf, rowsAs } from '../kit/table/rows.ts';

export const McpScopes = z.array(z.enum(MCP_SCOPES)).min(1).max(MCP_SCOPES.length);

const MAX_CLIENT_ID = 2048;
const MAX_REDIRECTS = 10;

const maybe = (max: number) => anyText(max).optional();

/** Absent and malformed ones are told apart by OAuth's own errors. */
export const AuthorizeQuery = z.object({
  response_type: maybe(40),
  client_id: maybe(MAX_CLIENT_ID),
  redirect_uri: maybe(1024),
  scope: maybe(400),
  state: z
    .string()
    .max(1024)
    .regex(/^[\x20-\x7e]*$/)
    .optional(),
  code_challenge: maybe(200),
  code_challenge_method: maybe(20),
  resource: maybe(1024),
});

export const TokenForm = z.object({
  grant_type: maybe(80),
  client_id: maybe(MAX_CLIENT_ID),
  code: maybe(400),
  redirect_uri: maybe(1024),
  code_verifier: maybe(200),
  refresh_token: maybe(400),
  token: maybe(400),
  scope: maybe(400),
  resource: maybe(1024),
});

export const ClientRegistration = z.object({
  redirect_uris: z.array(anyText(1024)).min(1).max(MAX_REDIRECTS),
  client_name: maybe(400),
});

export const RegisteredClient = z.object({
  client_id: z.string(),
  client_id_issued_at: z.number().int(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
});

export const ClientDocument = z.object({
  client_id: z.string(),
  client_name: z.string().max(400).optional(),
  redirect_uris: z.array(z.string().max(1024)).min(1).max(50),
});

/** A request that was checked, on its way through the person's browser to the consent page. */
export const CheckedRequest = z.object({
  client_id: z.string(),
  client_name: z.string(),
  /** Of a client that publishes its own description. */
  client_host: z.string().nullable(),
  redirect_uri: z.string(),
  challenge: z.string(),
  scopes: McpScopes,
  state: z.string().optional(),
  expires_at: z.number(),
});
export type CheckedRequest = z.infer<typeof CheckedRequest>;

const Request = z.string().max(8000).meta({ description: 'As in the address of the consent page' });

export const SealedRequest = z.object({ request: Request });

export const ShownRequest = z.object({
  client_name: z.string().meta({ description: 'As the client calls itself' }),
  client_host: z.string().nullable().meta({ description: 'Host that vouches for the client; null if none does' }),
  redirect_host: z.string().meta({ description: 'Host that gets access' }),
  on_own_machine: z.boolean().meta({ description: 'The answer goes to a program on the same computer' }),
  scopes: McpScopes,
  deny_to: z.string().meta({ description: 'Address that tells the client that the person declined' }),
});

export const Approval = z.object({ request: Request, scopes: McpScopes });

export const Approved = z.object({ redirect_to: z.string() });

export const connectionRows = rowsAs(keys.connection, () =>
  z.object({
    id: z.string(),
    site_id: z.string(),
    user_id: z.string(),
    user_name: z.string(),
    state: z.enum(['asked', 'open']),
    client_id: z.string(),
    client_name: z.string(),
    client_host: z.string().nullable(),
    redirect_uri: z.string(),
    challenge: z.string().optional(),
    scopes: McpScopes,
    /** Of the refresh token that is valid. */
    number: z.number(),
    /** When the token before it was exchanged. */
    numbered_at: z.number().optional(),
    created_at: z.number(),
    expires_at: z.number(),
    last_used_at: z.number().nullable(),
  }),
);
export type ConnectionRow = RowOf<typeof connectionRows>;

export const Connection = z.object({
  id: Id,
  site_id: Id,
  user_id: Id,
  user_name: z.string(),
  client_name: z.string().meta({ description: 'As the client calls itself' }),
  client_host: z.string().nullable(),
  redirect_host: z.string(),
  scopes: McpScopes,
  created_at: Time,
  expires_at: Time.meta({ description: 'Unless the client uses it before' }),
  last_used_at: Time.nullable().meta({ description: 'Within the hour' }),
});
