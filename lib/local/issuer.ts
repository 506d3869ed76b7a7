import { createHash, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { now } from '../../functions/kit/clock.ts';
import { sha256 } from '../../functions/kit/sha256.ts';
import { type PoolIdentity, type PoolUser, PoolUsers } from './pool-users.ts';

const TOKEN_SECONDS = 8 * 3600;
const CODE_MS = 5 * 60_000;

/** Of domain time: the service compares it with its own. */
const inSeconds = () => Math.floor(now() / 1000);

export interface Person {
  email: string;
  groups?: string[] | undefined;
  email_verified?: boolean | undefined;
  name?: string | undefined;
  /** Of another provider, which has signed in before. Absent: by password. */
  identity?: PoolIdentity | undefined;
}

/** The same over all renewals, as in Cognito. */
interface SignedIn extends Person {
  origin_jti?: string | undefined;
  auth_time?: number | undefined;
}

interface Grant extends SignedIn {
  redirect_uri: string;
  challenge: string | undefined;
  nonce: string | undefined;
  until: number;
}

export const newSigningKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' };
};

const isOwnMachine = (address: string) =>
  URL.canParse(address) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);

/** Any address can sign in; tokens look like Cognito's and verify against its key set. */
export class Issuer {
  readonly url: string;
  readonly clientId: string;
  readonly users = new PoolUsers();
  readonly #jwk: JWK;
  readonly #codes = new Map<string, Grant>();
  readonly #refresh = new Map<string, SignedIn>();
  readonly #deleted: Set<string>;

  /** `deleted`: the usernames of deleted accounts. Deleting an account adds to it. */
  constructor(url: string, clientId: string, jwk: JWK, deleted = new Set<string>()) {
    this.url = url;
    this.clientId = clientId;
    this.#jwk = jwk;
    this.#deleted = deleted;
  }

  /** The same address is the same person across restarts and stages of one issuer, until their account is deleted. */
  #subjectOf(email: string): string {
    const address = email.trim().toLowerCase();
    for (let deletions = 0; ; deletions += 1) {
      const hex = sha256(deletions === 0 ? address : `${address} ${deletions}`);
      const subject = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
      if (!this.#deleted.has(subject)) return subject;
    }
  }

  #findAccount({ email, identity }: Person): PoolUser | undefined {
    return (identity && this.users.ofIdentity(identity)) ?? this.users.get(this.#subjectOf(email));
  }

  /** A password account exists once it's used. */
  #accountOf(person: Person): PoolUser {
    const found = this.#findAccount(person);
    const { email, identity, email_verified = true } = person;
    if (!found) return this.users.put({ username: this.#subjectOf(email), email: email.trim(), email_verified });
    if (!identity) found.email_verified = email_verified;
    return found;
  }

  /** As in Cognito, issued tokens stay valid but can't be refreshed. After a restart, tokens may name unknown users. */
  deleteAccount(username: string): boolean {
    for (const [token, person] of this.#refresh) {
      if (this.#findAccount(person)?.username === username) this.#refresh.delete(token);
    }
    this.#deleted.add(username);
    return this.users.delete(username);
  }

  get keySet(): { keys: JWK[] } {
    const { kty, n, e, kid, alg, use } = this.#jwk;
    return { keys: [{ kty, kid, alg, use, n, e } as JWK] };
  }

  discovery(base: string) {
    return {
      issuer: this.url,
      authorization_endpoint: `${base}/oauth2/authorize`,
      token_endpoint: `${base}/oauth2/token`,
      end_session_endpoint: `${base}/logout`,
      jwks_uri: `${base}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  async #sign(claims: Record<string, unknown>, subject: string): Promise<string> {
    const at = Math.floor(Date.now() / 1000);
    return new SignJWT({ auth_time: inSeconds(), ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: this.#jwk.kid ?? '' })
      .setIssuer(this.url)
      .setSubject(subject)
      .setIssuedAt(at)
      .setExpirationTime(at + TOKEN_SECONDS)
      .setJti(randomBytes(16).toString('hex'))
      .sign(await importJWK(this.#jwk, 'RS256'));
  }

  idToken(person: SignedIn, nonce?: string): Promise<string> {
    const { email, groups = [], name, origin_jti, auth_time } = person;
    const { username, subject, email_verified } = this.#accountOf(person);
    const claims = {
      // All tokens that are made without a sign-in page are one session.
      origin_jti: origin_jti ?? subject,
      auth_time: auth_time ?? inSeconds(),
      token_use: 'id',
      aud: this.clientId,
      email: email.trim(),
      email_verified,
      'cognito:username': username,
      ...(name && { name }),
      ...(groups.length > 0 && { 'cognito:groups': groups }),
      ...(nonce && { nonce }),
    };
    return this.#sign(claims, subject);
  }

  accessToken(person: Person): Promise<string> {
    const { groups = [] } = person;
    const { username, subject } = this.#accountOf(person);
    const claims = {
      token_use: 'access',
      client_id: this.clientId,
      scope: 'openid email profile',
      username,
      ...(groups.length > 0 && { 'cognito:groups': groups }),
    };
    return this.#sign(claims, subject);
  }

  faultOf(query: URLSearchParams): string | undefined {
    if (query.get('client_id') !== this.clientId) return 'Unknown client_id.';
    if (query.get('response_type') !== 'code') return 'Only response_type=code is known here.';
    if (!isOwnMachine(query.get('redirect_uri') ?? '')) return 'redirect_uri must be an address of this machine.';
    if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256') return 'Only S256 is known here.';
    return undefined;
  }

  authorize(query: URLSearchParams, person: Person): string {
    const code = randomBytes(24).toString('base64url');
    const redirect_uri = query.get('redirect_uri') ?? '';
    const [challenge, nonce] = [query.get('code_challenge') ?? undefined, query.get('nonce') ?? undefined];
    const session = { origin_jti: randomBytes(16).toString('hex'), auth_time: inSeconds() };
    this.#codes.set(code, { ...person, ...session, redirect_uri, challenge, nonce, until: Date.now() + CODE_MS });
    const back = new URL(redirect_uri);
    back.searchParams.set('code', code);
    const state = query.get('state');
    if (state !== null) back.searchParams.set('state', state);
    return back.href;
  }

  #personOfCode(form: URLSearchParams): Grant | undefined {
    const code = form.get('code') ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    if (!grant || grant.until < Date.now() || grant.redirect_uri !== form.get('redirect_uri')) return undefined;
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return grant.challenge === undefined || grant.challenge === proof ? grant : undefined;
  }

  async exchange(form: URLSearchParams): Promise<{ status: number; body: unknown }> {
    const type = form.get('grant_type');
    const grant = type === 'authorization_code' ? this.#personOfCode(form) : undefined;
    const person = grant ?? (type === 'refresh_token' ? this.#refresh.get(form.get('refresh_token') ?? '') : undefined);
    if (!person || form.get('client_id') !== this.clientId) return { status: 400, body: { error: 'invalid_grant' } };
    const refresh_token = randomBytes(32).toString('base64url');
    if (grant) this.#refresh.set(refresh_token, person);
    const [id_token, access_token] = await Promise.all([this.idToken(person, grant?.nonce), this.accessToken(person)]);
    const tokens = { id_token, access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS };
    return { status: 200, body: grant ? { ...tokens, refresh_token } : tokens };
  }
}
