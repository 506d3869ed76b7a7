import { setting } from '../kit/config.ts';

export interface Provider {
  /** As the pool knows it. */
  name: string;
  /** Its verified addresses count as proof. */
  isTrusted: boolean;
}

/** The pool's attribute that repeats the provider's subject: a pool that ignores case lowers it in usernames. */
export const PROVIDER_SUBJECT = 'provider_subject';

export const providersSetting = (providers: readonly Provider[]): string => JSON.stringify(providers);

export interface Identity extends Provider {
  subject: string;
}

const lower = (text: string) => text.toLowerCase();

/** Undefined if the stage has no such provider, or if it states another subject than the one it signed in. */
export const identityOf = (username: string, subject: string | undefined): Identity | undefined => {
  const providers: Provider[] = JSON.parse(setting('SIGN_IN_PROVIDERS'));
  if (!subject) return undefined;
  const provider = providers.find(({ name }) => lower(`${name}_${subject}`) === lower(username));
  return provider && { ...provider, subject };
};
