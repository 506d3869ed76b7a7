import { globalAgent } from 'node:http';
import { JwtRsaVerifier } from 'aws-jwt-verify';
import {
  FetchError,
  JwksValidationError,
  JwtBaseError,
  JwtExpiredError,
  JwtParseError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error';
import { SimpleFetcher } from 'aws-jwt-verify/https';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { Identity } from '../actor.ts';
import { SECOND } from '../clock.ts';
import { optionalSetting, setting } from '../config.ts';
import { unauthorized, unavailable } from '../errors.ts';
import { derivedId } from '../ids.ts';

// Not the global fetch, which takes 36 ms to load.
const requests = new SimpleFetcher();
let keySetFailed = false;

const fetcher = {
  fetch: async (uri: string): Promise<ArrayBuffer> => {
    try {
      const keySet = await requests.fetch(uri, new URL(uri).protocol === 'http:' ? { agent: globalAgent } : {});
      keySetFailed = false;
      return keySet;
    } catch (error) {
      keySetFailed = true;
      throw error;
    }
  },
};

const createVerifier = (issuer: string, audience: string, jwksUri: string) =>
  JwtRsaVerifier.create({ issuer, audience, jwksUri }, { jwksCache: new SimpleJwksCache({ fetcher }) });

let verifier: { key: string; verify: ReturnType<typeof createVerifier> } | undefined;

const currentVerifier = () => {
  const issuer = setting('ISSUER');
  const audience = setting('CLIENT_ID');
  const jwksUri = optionalSetting('JWKS_URL') ?? `${issuer}/.well-known/jwks.json`;
  const key = `${issuer} ${audience} ${jwksUri}`;
  if (verifier?.key !== key) verifier = { key, verify: createVerifier(issuer, audience, jwksUri) };
  return verifier.verify;
};

/** While a fetch is backing off, an unknown key id can't be distinguished from a key set that failed to load. */
const isOutOfReach = (error: unknown): boolean =>
  !(error instanceof JwtBaseError) ||
  error instanceof FetchError ||
  error instanceof JwksValidationError ||
  (error instanceof WaitPeriodNotYetEndedJwkError && keySetFailed);

/** Stores and mails can't hold halves of characters or unbounded text. */
const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 320).toWellFormed() : '');

const verifiedClaims = async (token: string) => {
  try {
    return await currentVerifier().verify(token);
  } catch (error) {
    if (error instanceof JwtExpiredError) throw unauthorized('expired');
    if (error instanceof JwtParseError) throw unauthorized('malformed');
    if (isOutOfReach(error)) throw unavailable('sign_in_keys_unreachable');
    throw unauthorized('unknown');
  }
};

export const verifyIdToken = async (token: string): Promise<Identity> => {
  const claims = await verifiedClaims(token);
  if (claims.token_use !== 'id' || !claims.sub) throw unauthorized('unknown');
  const groups = claims['cognito:groups'];
  const email = text(claims.email);
  const { auth_time, origin_jti } = claims;
  const began_at = typeof auth_time === 'number' ? auth_time * SECOND : 0;
  return {
    user_id: derivedId('user', claims.iss ?? '', claims.sub),
    username: text(claims['cognito:username']) || claims.sub,
    email,
    email_verified: claims.email_verified === true || claims.email_verified === 'true',
    name: text(claims.name) || email.split('@')[0] || '',
    admin: Array.isArray(groups) && groups.includes('admins'),
    session_id: derivedId('session', claims.sub, text(origin_jti) || String(began_at)),
    began_at,
  };
};
