import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { lambda } from '../kit/lambda.ts';
import { logBug, logLine } from '../kit/log.ts';
import { identityOf, PROVIDER_SUBJECT } from './providers.ts';
import { accountsOf, hasSecondFactor, isLinked, link, lowerAddress, remove } from './user-pool.ts';

/** The sign-in page shows it. It says no more of an account than Cognito's own refusal of a known address. */
const TAKEN = 'An account with this email address already exists. Sign in the way you did before.';

const REFUSALS = {
  taken: TAKEN,
  disabled: TAKEN,
  second_factor: TAKEN,
  ambiguous: 'Several accounts have this email address. Contact the operator.',
  unknown_provider: 'This sign-in is not set up completely. Contact the operator.',
  unavailable: 'Sign-in is unavailable at the moment. Try again.',
} as const;

class Refused extends Error {}

const outcome = (text: string, provider: string) => logLine({ id: 'sign-in', outcome: text, provider });

const refuse = (reason: keyof typeof REFUSALS, provider: string): never => {
  outcome(reason, provider);
  throw new Refused(REFUSALS[reason]);
};

const signUpBesideProvider = async ({ userPoolId, request }: PreSignUpTriggerEvent): Promise<void> => {
  const accounts = await accountsOf(userPoolId, lowerAddress(request.userAttributes.email ?? ''));
  // Cognito itself refuses an address that a password account has.
  if (accounts.some(({ isProven, isFederated }) => isProven && isFederated)) refuse('taken', 'password');
};

const signUpByProvider = async ({ userName, userPoolId, request }: PreSignUpTriggerEvent): Promise<void> => {
  const { email = '', email_verified, [`custom:${PROVIDER_SUBJECT}`]: subject } = request.userAttributes;
  const identity = identityOf(userName, subject) ?? refuse('unknown_provider', userName.split('_')[0] ?? '');
  const { name, isTrusted } = identity;
  const isProof = isTrusted && email_verified === 'true';
  const accounts = await accountsOf(userPoolId, lowerAddress(email));
  const [account, ...others] = accounts.filter(({ isProven }) => isProven);
  if (!account) {
    // Otherwise its password could be confirmed later, as a second account.
    const unfinished = isProof ? accounts.filter(({ isUnconfirmed }) => isUnconfirmed) : [];
    for (const one of unfinished) await remove(userPoolId, one);
    return outcome('new', name);
  }
  if (!isProof) return refuse('taken', name);
  if (others.length > 0) return refuse('ambiguous', name);
  if (!account.isEnabled) return refuse('disabled', name);
  // Cognito repeats a call that took too long.
  if (isLinked(account, identity)) return outcome('linked before', name);
  // Cognito asks for none after a provider's sign-in.
  if (await hasSecondFactor(userPoolId, account)) return refuse('second_factor', name);
  await link(userPoolId, account, identity);
  outcome('linked', name);
};

/** Any failure refuses: a sign-up that went on would make a second person, for good. */
export const linkSignIn = lambda([], async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
  try {
    if (event.triggerSource === 'PreSignUp_SignUp') await signUpBesideProvider(event);
    if (event.triggerSource === 'PreSignUp_ExternalProvider') await signUpByProvider(event);
    return event;
  } catch (error) {
    if (error instanceof Refused) throw error;
    logBug('sign-in', error);
    // Cognito shows the message.
    throw new Error(REFUSALS.unavailable);
  }
});
