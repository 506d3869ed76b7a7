import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type { Config } from './config.ts';
import { claimsOf, type Session } from './session.ts';

/** State of a pending sign-in, needed when the browser returns. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

const redirectUri = () => `${location.origin}/dashboard/`;

/** Plain HTTP only on a local stage; otherwise the library refuses it. */
const transport = () => (location.protocol === 'http:' ? { [allowInsecureRequests]: true } : {});

const serverOf = ({ issuer, authorization_endpoint, token_endpoint }: Config): AuthorizationServer => ({
  issuer,
  authorization_endpoint,
  token_endpoint,
});
const clientOf = ({ client_id }: Config): Client => ({ client_id });

const toSession = ({ id_token, refresh_token }: TokenEndpointResponse, kept?: string): Session => {
  if (!id_token) throw new Error('The sign-in returned no ID token.');
  const { exp } = claimsOf(id_token);
  return { id_token, refresh_token: refresh_token ?? kept, expires_at: exp * 1000 };
};

/** The sign-in URL, and the state to keep meanwhile. */
export const beginSignIn = async (config: Config): Promise<{ url: string; attempt: Attempt }> => {
  const attempt = {
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
  };
  const url = new URL(config.authorization_endpoint);
  const query = {
    client_id: config.client_id,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href, attempt };
};

/** Exchanges the returned code for a session; verifies state, verifier and nonce. */
export const finishSignIn = async (
  config: Config,
  came: URL,
  { state, nonce, verifier }: Attempt,
): Promise<Session> => {
  const [server, client] = [serverOf(config), clientOf(config)];
  const parameters = validateAuthResponse(server, client, came, state);
  const answer = await authorizationCodeGrantRequest(
    server,
    client,
    None(),
    parameters,
    redirectUri(),
    verifier,
    transport(),
  );
  const options = { expectedNonce: nonce, requireIdToken: true };
  return toSession(await processAuthorizationCodeResponse(server, client, answer, options));
};

/** Renews a session; throws if the refresh token is no longer valid. */
export const renew = async (config: Config, refresh_token: string): Promise<Session> => {
  const [server, client] = [serverOf(config), clientOf(config)];
  const answer = await refreshTokenGrantRequest(server, client, None(), refresh_token, transport());
  return toSession(await processRefreshTokenResponse(server, client, answer), refresh_token);
};
