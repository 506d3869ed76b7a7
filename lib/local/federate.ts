import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { PROVIDER_SUBJECT, type Provider } from '../../functions/sign-in/providers.ts';
import { USER_POOL } from './account.ts';
import { loadWhenInvoked } from './invocation.ts';
import type { Person } from './issuer.ts';
import type { PoolUsers } from './pool-users.ts';

export const PROVIDERS: readonly Provider[] = [
  { name: 'Google', isTrusted: true },
  { name: 'Company', isTrusted: true },
  { name: 'Elsewhere', isTrusted: false },
];

const preSignUp = loadWhenInvoked('workers/link-sign-in.ts');

/** An identity's first sign-in, as in Cognito; throws if the trigger refuses. */
export const federate = async (users: PoolUsers, { email, email_verified = true, identity }: Person): Promise<void> => {
  if (!identity || users.ofIdentity(identity)) return;
  const { providerName, userId } = identity;
  const isMapped = PROVIDERS.find(({ name }) => name === providerName)?.isTrusted === true;
  const username = `${providerName}_${userId}`.toLowerCase();
  const event: PreSignUpTriggerEvent = {
    version: '1',
    region: 'us-east-1',
    userPoolId: USER_POOL,
    triggerSource: 'PreSignUp_ExternalProvider',
    userName: username,
    callerContext: { awsSdkVersion: '', clientId: '' },
    request: {
      userAttributes: {
        email,
        email_verified: String(isMapped && email_verified),
        [`custom:${PROVIDER_SUBJECT}`]: userId,
      },
    },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  };
  await preSignUp(event);
  if (users.ofIdentity(identity)) return;
  users.put({
    username,
    email,
    email_verified: isMapped && email_verified,
    status: 'EXTERNAL_PROVIDER',
    identities: [identity],
  });
};
