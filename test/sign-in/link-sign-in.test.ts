import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { providersSetting } from '../../functions/sign-in/providers.ts';
import { handler } from '../../functions/workers/link-sign-in.ts';
import { PoolError, PoolUsers } from '../../lib/local/pool-users.ts';
import { startUserPool } from '../../lib/local/user-pool.ts';

/** Cognito, whose next calls may fail. */
class Pool extends PoolUsers {
  failing: 'lists' | 'links' | undefined;

  override ofAddress(email: string) {
    if (this.failing === 'lists') throw new PoolError('InternalErrorException', `Failed for ${email}.`);
    return super.ofAddress(email);
  }

  override link(...given: Parameters<PoolUsers['link']>) {
    if (this.failing === 'links') throw new PoolError('InternalErrorException', 'Failed.');
    super.link(...given);
  }
}

const pool = new Pool();
let server: Awaited<ReturnType<typeof startUserPool>>;
let logged: string[];

beforeAll(async () => {
  server = await startUserPool(pool, 'pool', async (username) => pool.delete(username));
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'key',
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: server.url,
    SIGN_IN_PROVIDERS: providersSetting([
      { name: 'Google', isTrusted: true },
      { name: 'Company', isTrusted: true },
      { name: 'Elsewhere', isTrusted: false },
    ]),
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  logged = [];
  for (const method of ['log', 'error'] as const) {
    jest.spyOn(console, method).mockImplementation((line) => void logged.push(String(line)));
  }
});
afterEach(() => {
  pool.failing = undefined;
  jest.restoreAllMocks();
});

let count = 0;
const fresh = () => {
  count += 1;
  return { email: `p${count}@example.com`, native: `uuid-${count}`, subject: `10${count}` };
};

const signUp = (triggerSource: PreSignUpTriggerEvent['triggerSource'], userName: string, userAttributes: object) => {
  const event = {
    version: '1',
    region: 'us-east-1',
    userPoolId: 'pool',
    triggerSource,
    userName,
    callerContext: { awsSdkVersion: '', clientId: '' },
    request: { userAttributes },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  } as PreSignUpTriggerEvent;
  return handler(event);
};

/** A pool that ignores case passes usernames in lower case. */
const signUpBy = (provider: string, subject: string, email: string, email_verified = 'true') =>
  signUp('PreSignUp_ExternalProvider', `${provider}_${subject}`.toLowerCase(), {
    email,
    email_verified,
    'custom:provider_subject': subject,
  });

const TAKEN = 'An account with this email address already exists. Sign in the way you did before.';

describe('a first sign-in by a provider', () => {
  test('is linked to the account with the same verified address', async () => {
    const { email, native, subject } = fresh();
    const account = pool.put({ username: native, email });
    expect(await signUpBy('Google', subject, email)).toMatchObject({ response: { autoConfirmUser: false } });
    expect(account.identities).toEqual([{ providerName: 'Google', userId: subject }]);
  });

  test('finds the account if the address is written in another case, and keeps the case of the subject', async () => {
    const { email, native } = fresh();
    const account = pool.put({ username: native, email: email.toUpperCase() });
    await signUpBy('Company', 'AbC-dEf', email.replace('p', 'P'));
    expect(account.identities).toEqual([{ providerName: 'Company', userId: 'AbC-dEf' }]);
  });

  test('does not find an account whose address only folds to the same letters', async () => {
    const account = pool.put({ username: 'k', email: 'k@example.com' });
    await signUpBy('Google', '9001', '\u212A@example.com');
    expect(account.identities).toEqual([]);
  });

  test('is not linked again if Cognito repeats the call', async () => {
    const { email, native, subject } = fresh();
    const account = pool.put({ username: native, email });
    await signUpBy('Google', subject, email);
    await signUpBy('Google', subject, email);
    expect(account.identities).toHaveLength(1);
  });

  test('is linked to the account that another provider created', async () => {
    const { email, subject } = fresh();
    const identities = [{ providerName: 'Google', userId: subject }];
    const account = pool.put({ username: `google_${subject}`, email, status: 'EXTERNAL_PROVIDER', identities });
    await signUpBy('Company', `c-${subject}`, email);
    expect(account.identities).toContainEqual({ providerName: 'Company', userId: `c-${subject}` });
  });

  test('creates its own account if the address is new', async () => {
    const { email, subject } = fresh();
    await expect(signUpBy('Google', subject, email)).resolves.toBeDefined();
    expect(pool.ofAddress(email)).toEqual([]);
  });

  test.each([
    ['the provider has not verified the address', 'Google', 'false'],
    ['the provider says nothing about the address', 'Company', ''],
    ['the stage does not trust the provider’s addresses', 'Elsewhere', 'true'],
  ])('opens no existing account if %s', async (_, provider, verified) => {
    const { email, native, subject } = fresh();
    const account = pool.put({ username: native, email });
    await expect(signUpBy(provider, subject, email, verified)).rejects.toThrow(TAKEN);
    expect(account.identities).toEqual([]);
  });

  test('a first sign-in with an unproven address creates its own account while no one has proven that address', async () => {
    const { email, native, subject } = fresh();
    pool.put({ username: native, email, email_verified: false });
    await expect(signUpBy('Elsewhere', subject, email)).resolves.toBeDefined();
    expect(pool.get(native)?.identities).toEqual([]);
  });

  test('does not open an account that only claims the address', async () => {
    const { email, native, subject } = fresh();
    const account = pool.put({ username: native, email, email_verified: false });
    await signUpBy('Google', subject, email);
    expect(account.identities).toEqual([]);
  });

  test('takes the place of a sign-up that was never confirmed, if the provider has verified the address', async () => {
    const { email, native, subject } = fresh();
    pool.put({ username: native, email, email_verified: false, status: 'UNCONFIRMED' });
    await signUpBy('Elsewhere', subject, email);
    expect(pool.get(native)).toBeDefined();
    await signUpBy('Google', subject, email);
    expect(pool.get(native)).toBeUndefined();
  });

  test('is refused if two accounts have proven the address', async () => {
    const { email, native, subject } = fresh();
    const accounts = [native, `${native}-b`].map((username) => pool.put({ username, email }));
    await expect(signUpBy('Google', subject, email)).rejects.toThrow('Several accounts');
    expect(accounts.flatMap(({ identities }) => identities)).toEqual([]);
  });

  test('is refused if the account is disabled', async () => {
    const { email, native, subject } = fresh();
    const account = pool.put({ username: native, email, enabled: false });
    await expect(signUpBy('Google', subject, email)).rejects.toThrow(TAKEN);
    expect(account.identities).toEqual([]);
  });

  test('is refused if the account has a second factor, which Cognito would skip', async () => {
    const { email, native, subject } = fresh();
    const account = pool.put({ username: native, email, hasSecondFactor: true });
    await expect(signUpBy('Google', subject, email)).rejects.toThrow(TAKEN);
    expect(account.identities).toEqual([]);
  });

  test('finds the account behind pages of users that claim its address', async () => {
    const { email, native, subject } = fresh();
    for (let n = 0; n < 130; n += 1) pool.put({ username: `${native}-${n}`, email, email_verified: false });
    const account = pool.put({ username: native, email });
    await signUpBy('Google', subject, email);
    expect(account.identities).toHaveLength(1);
    for (let n = 130; n < 300; n += 1) pool.put({ username: `${native}-${n}`, email, email_verified: false });
    await expect(signUpBy('Google', `${subject}0`, email)).rejects.toThrow('unavailable');
  });

  test.each([['"a b"@example.com'], ['a\\@example.com'], ['x" or email ^= "p@example.com']])(
    'searches for exactly %s',
    async (email) => {
      const { native, subject } = fresh();
      const account = pool.put({ username: native, email });
      await signUpBy('Google', subject, email);
      expect(account.identities).toHaveLength(1);
    },
  );

  test.each(['lists', 'links'] as const)('is refused while the pool fails and %s nothing', async (failing) => {
    const { email, native, subject } = fresh();
    const account = pool.put({ username: native, email });
    pool.failing = failing;
    await expect(signUpBy('Google', subject, email)).rejects.toThrow(
      'Sign-in is unavailable at the moment. Try again.',
    );
    expect(account.identities).toEqual([]);
    expect(logged.join()).not.toContain(email);
    pool.failing = undefined;
    await signUpBy('Google', subject, email);
    expect(account.identities).toHaveLength(1);
  });

  test.each([
    ['an unknown provider', 'other_1', '1'],
    ['a subject other than the one that signed in', 'google_1', '2'],
    ['no subject', 'google_1', undefined],
  ])('is refused for %s', async (_, userName, subject) => {
    const { email, native } = fresh();
    const account = pool.put({ username: native, email });
    const attributes = { email, email_verified: 'true', ...(subject && { 'custom:provider_subject': subject }) };
    await expect(signUp('PreSignUp_ExternalProvider', userName, attributes)).rejects.toThrow('not set up');
    expect(account.identities).toEqual([]);
  });

  test('is logged with its outcome, without the address', async () => {
    const { email, native, subject } = fresh();
    pool.put({ username: native, email });
    await signUpBy('Google', subject, email);
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ id: 'sign-in', outcome: 'linked', provider: 'Google' }),
    ]);
    expect(logged.join()).not.toContain(email);
  });
});

describe('a sign-up with a password', () => {
  const withPassword = (email: string) => signUp('PreSignUp_SignUp', 'uuid', { email });

  test('is refused if a provider’s account has proven the address', async () => {
    const { email, subject } = fresh();
    pool.put({ username: `google_${subject}`, email, status: 'EXTERNAL_PROVIDER' });
    await expect(withPassword(email.toUpperCase())).rejects.toThrow(TAKEN);
  });

  test('is not blocked by a provider’s account that only claims the address', async () => {
    const { email, subject } = fresh();
    pool.put({ username: `elsewhere_${subject}`, email, email_verified: false, status: 'EXTERNAL_PROVIDER' });
    await expect(withPassword(email)).resolves.toBeDefined();
  });

  test('is left to Cognito’s own check if another password has the address', async () => {
    const { email, native } = fresh();
    pool.put({ username: native, email });
    await expect(withPassword(email)).resolves.toBeDefined();
  });

  test('is refused while the pool fails', async () => {
    pool.failing = 'lists';
    await expect(withPassword(fresh().email)).rejects.toThrow('unavailable');
  });
});

test('an operator may create any account', async () => {
  pool.failing = 'lists';
  await expect(signUp('PreSignUp_AdminCreateUser', 'uuid', { email: fresh().email })).resolves.toBeDefined();
});
