import * as oauth from 'oauth4webapi';
import type { Config } from './config.ts';
import { claimsOf, type Session } from './session.ts';

export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

const redirectUri = () => `${location.origin}/dashboard/`;

/** Plain HTTP only on a local stage; otherwise the library refuses it. */
const transport = () => (location.protocol === 'http:' ? { [oauth.allowInsecureRequests]: true } : {});

const serverOf = ({ issuer, authorization_endpoint, token_endpoint }: Config): oauth.AuthorizationServer => ({
  issuer,
  authorization_endpoint,
  token_endpoint,
});
const clientOf = ({ client_id }: Config): oauth.Client => ({ client_id });

const toSession = ({ id_token, refresh_token }: oauth.TokenEndpointResponse, kept?: string): Session => {
  if (!id_token) throw new Error('The sign-in returned no ID token.');
  const { exp } = claimsOf(id_token);
  return { id_token, refresh_token: refresh_token ?? kept, expires_at: exp * 1000 };
};

/** With a provider, its own page comes first. */
export const beginSignIn = async (config: Config, provider?: string): Promise<{ url: string; attempt: Attempt }> => {
  const attempt = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
  const url = new URL(config.authorization_endpoint);
  const query = {
    client_id: config.client_id,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (provider !== undefined) url.searchParams.set('identity_provider', provider);
  return { url: url.href, attempt };
};

export const finishSignIn = async (
  config: Config,
  came: URL,
  { state, nonce, verifier }: Attempt,
): Promise<Session> => {
  const [server, client] = [serverOf(config), clientOf(config)];
  const parameters = oauth.validateAuthResponse(server, client, came, state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri(),
    verifier,
    transport(),
  );
  const options = { expectedNonce: nonce, requireIdToken: true };
  return toSession(await oauth.processAuthorizationCodeResponse(server, client, answer, options));
};

const LINKED = /already found an entry for username ([^_\s]+)_/i;

/**
 * The provider whose sign-in was just linked to an account: Cognito may fail that one, and the next one succeeds. Its
 * texts may change; then the person signs in again without us.
 */
export const linkedProvider = ({ providers }: Config, error: unknown): string | undefined => {
  const text = error instanceof oauth.AuthorizationResponseError ? (error.error_description ?? '') : '';
  const linked = LINKED.exec(text)?.[1]?.toLowerCase();
  return providers.find(({ name }) => name.toLowerCase() === linked)?.name;
};

/** The pool's trigger refuses (functions/sign-in). */
export const outsideAfter = (error: unknown): 'refused' | 'failed' =>
  error instanceof oauth.AuthorizationResponseError && /PreSignUp failed/i.test(error.error_description ?? '')
    ? 'refused'
    : 'failed';

export const renew = async (config: Config, refresh_token: string): Promise<Session> => {
  const [server, client] = [serverOf(config), clientOf(config)];
  const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refresh_token, transport());
  return toSession(await oauth.processRefreshTokenResponse(server, client, answer), refresh_token);
};

/** Anything else, such as a 503, a 429 or a lost connection, says nothing about the session. */
export const isRefusal = (error: unknown): boolean =>
  (error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError) &&
  (error.status === 400 || error.status === 401);
