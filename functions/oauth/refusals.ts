import type { RefusalCode } from '../codes/refusals.ts';
import { type Misfit, Refusal } from '../kit/errors.ts';

/** The errors of OAuth 2.1 and RFC 7591 with the code that words each. */
const ERRORS = {
  invalid_request: 'oauth_request_malformed',
  invalid_client: 'oauth_client_unknown',
  invalid_grant: 'oauth_grant_invalid',
  invalid_target: 'oauth_resource_unknown',
  invalid_scope: 'oauth_scope_unknown',
  invalid_redirect_uri: 'oauth_redirect_refused',
  invalid_client_metadata: 'oauth_client_malformed',
  temporarily_unavailable: 'pages_unavailable',
  unsupported_grant_type: 'oauth_grant_type_unsupported',
  unsupported_response_type: 'oauth_response_type_unsupported',
} as const satisfies Record<string, RefusalCode>;
export type OAuthError = keyof typeof ERRORS;

export const codeOf = (error: OAuthError): RefusalCode => ERRORS[error];

export const oauthRefusal = (error: OAuthError) => new Refusal(400, ERRORS[error], {}, { fields: { error } });

/** RFC 7591, 3.2.2. */
export const registrationRefusal = (misfits: readonly Misfit[]) =>
  oauthRefusal(
    misfits.some(({ loc }) => loc.includes('redirect_uris')) ? 'invalid_redirect_uri' : 'invalid_client_metadata',
  );
