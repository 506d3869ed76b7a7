import { area, beyondSpec, GUEST_SESSIONS, PUBLIC, SIGNED_IN } from '../kit/contract/contract.ts';
import { Deleted, LongPageQuery, pageOf } from '../kit/contract/schema.ts';
import { registrationRefusal } from './refusals.ts';
import {
  Approval,
  Approved,
  AuthorizeQuery,
  ClientRegistration,
  Connection,
  SealedRequest,
  ShownRequest,
} from './schema.ts';

const JSON_TEXT = 'application/json; charset=utf-8';

/** Signing in for MCP clients. Metadata is in discovery. */
export const oauth = area('oauth', {
  authorize: beyondSpec('GET /oauth/authorize', PUBLIC, {
    summary: "Start signing in an MCP client: checks the request and redirects to the dashboard's consent page",
    query: AuthorizeQuery,
    produces: 'text/html; charset=utf-8',
    redirects: true,
    refuses: [400],
  }),
  issueToken: beyondSpec('POST /oauth/token', PUBLIC, {
    summary: 'Exchange a code or a refresh token for tokens (OAuth 2.1); takes a form',
    produces: JSON_TEXT,
    limits: [{ bucket: 'ip', max: 120, per_seconds: 60 }],
  }),
  revokeToken: beyondSpec('POST /oauth/revoke', PUBLIC, {
    summary: "Revoke a client's tokens (RFC 7009); takes a form",
    produces: JSON_TEXT,
  }),
  registerClient: beyondSpec('POST /oauth/register', PUBLIC, {
    open_body: true,
    summary: 'Register an MCP client (RFC 7591); stores nothing',
    body: ClientRegistration,
    malformed: registrationRefusal,
    created: 201,
    produces: JSON_TEXT,
    limits: [{ bucket: 'ip', max: 20, per_seconds: 3600 }],
  }),
  readOAuthRequest: beyondSpec('POST /api/oauth/request', SIGNED_IN, {
    summary: 'Read who asks for access, for the consent page',
    body: SealedRequest,
    response: ShownRequest,
  }),
  createConnection: beyondSpec('POST /api/oauth/sites/{site_id}/connections', GUEST_SESSIONS, {
    summary: 'Let an MCP client work on this site in your name',
    body: Approval,
    response: Approved,
    limits: [
      { bucket: 'credential', max: 600, per_seconds: 60 },
      { bucket: 'credential', max: 120, per_seconds: 3600 },
    ],
  }),
  listConnections: beyondSpec('GET /api/oauth/sites/{site_id}/connections', GUEST_SESSIONS, {
    summary: 'List MCP clients connected by signing in, newest first: all for an OWNER, their own for everyone else',
    query: LongPageQuery,
    response: pageOf(Connection),
  }),
  revokeConnection: beyondSpec('DELETE /api/oauth/sites/{site_id}/connections/{connection_id}', GUEST_SESSIONS, {
    summary: 'Disconnect an MCP client immediately: any for an OWNER, their own for everyone else',
    response: Deleted,
  }),
});
