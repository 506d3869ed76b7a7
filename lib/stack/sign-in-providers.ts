import { readFileSync } from 'node:fs';
import { SecretValue } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { PROVIDER_SUBJECT, type Provider } from '../../functions/sign-in/providers.ts';
import { resolvedSecret } from './server-secrets.ts';

interface Named {
  /** Fixed once people have signed in by it: their links name it. 3 to 32 letters, digits and hyphens. */
  name: string;
  /** On the dashboard's button. */
  label: string;
  /**
   * The provider states an address only for who owns it, so that it may open an existing account with this address.
   * Absent: its addresses prove nothing.
   */
  provesAddresses?: true;
}

/** `clientSecret` names a secret of Secrets Manager in the stage's region, made by hand (docs/runbook.md). */
export type SignInProvider =
  | { kind: 'google'; clientId: string; clientSecret: string }
  | (Named & { kind: 'oidc'; issuer: string; clientId: string; clientSecret: string })
  | (Named & {
      kind: 'saml';
      metadata: { url: string } | { file: string };
      /** Names of the assertion's attributes. `subject` repeats the NameID; `emailVerified` is `true` for proven ones. */
      attributes: { subject: string; email: string; emailVerified?: string; name?: string };
    });

const GOOGLE = 'Google';
const NAME = /^(?!cognito$|google$|facebook$|loginwithamazon$|signinwithapple$)[a-z][a-z0-9-]{2,31}$/i;

const nameOf = (provider: SignInProvider) => (provider.kind === 'google' ? GOOGLE : provider.name);

const checked = (providers: readonly SignInProvider[]): readonly SignInProvider[] => {
  const names = providers.map(nameOf);
  const wrong = names.find((name) => name !== GOOGLE && !NAME.test(name));
  if (wrong !== undefined)
    throw new Error(`"${wrong}" can't name a sign-in provider. Use 3 to 32 letters, digits and -.`);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) {
    throw new Error(`Give each sign-in provider its own name: ${names.join(', ')}.`);
  }
  for (const provider of providers) {
    if (provider.kind !== 'saml' || provider.provesAddresses === undefined || provider.attributes.emailVerified)
      continue;
    throw new Error(`${provider.name} proves addresses, so name the attribute that says so: attributes.emailVerified.`);
  }
  return providers;
};

/** For the dashboard; the pool's own page offers all of them, too. */
export const providerButtons = (providers: readonly SignInProvider[] = []) =>
  providers.map((provider) => ({
    name: nameOf(provider),
    label: provider.kind === 'google' ? GOOGLE : provider.label,
  }));

/** Google says of each address whether it is verified. */
export const linkedProviders = (providers: readonly SignInProvider[]): Provider[] =>
  checked(providers).map((provider) => ({
    name: nameOf(provider),
    isTrusted: provider.kind === 'google' || provider.provesAddresses === true,
  }));

const { ProviderAttribute } = cognito;

/** Without a mapping, Cognito calls an address unverified at every sign-in. */
const mapping = (names: { subject: string; email: string; emailVerified?: string | undefined; name?: string }) => ({
  email: ProviderAttribute.other(names.email),
  ...(names.emailVerified !== undefined && { emailVerified: ProviderAttribute.other(names.emailVerified) }),
  ...(names.name !== undefined && { fullname: ProviderAttribute.other(names.name) }),
  custom: { [`custom:${PROVIDER_SUBJECT}`]: ProviderAttribute.other(names.subject) },
});

const CLAIMS = { subject: 'sub', email: 'email', name: 'name' };
const SCOPES = ['openid', 'email', 'profile'];

const addProvider = (scope: Construct, userPool: cognito.IUserPool, provider: SignInProvider) => {
  const name = nameOf(provider);
  if (provider.kind === 'google') {
    return new cognito.UserPoolIdentityProviderGoogle(scope, name, {
      userPool,
      clientId: provider.clientId,
      clientSecretValue: SecretValue.secretsManager(provider.clientSecret),
      scopes: SCOPES,
      attributeMapping: mapping({ ...CLAIMS, emailVerified: 'email_verified' }),
    });
  }
  const proves = (claim: string | undefined) => (provider.provesAddresses ? claim : undefined);
  if (provider.kind === 'oidc') {
    return new cognito.UserPoolIdentityProviderOidc(scope, name, {
      userPool,
      name,
      issuerUrl: provider.issuer,
      clientId: provider.clientId,
      clientSecret: resolvedSecret(provider.clientSecret),
      scopes: SCOPES,
      attributeMapping: mapping({ ...CLAIMS, emailVerified: proves('email_verified') }),
    });
  }
  const { metadata, attributes } = provider;
  return new cognito.UserPoolIdentityProviderSaml(scope, name, {
    userPool,
    name,
    metadata:
      'url' in metadata
        ? cognito.UserPoolIdentityProviderSamlMetadata.url(metadata.url)
        : cognito.UserPoolIdentityProviderSamlMetadata.file(readFileSync(metadata.file, 'utf8')),
    attributeMapping: mapping({ ...attributes, emailVerified: proves(attributes.emailVerified) }),
  });
};

export const addProviders = (scope: Construct, pool: cognito.IUserPool, providers: readonly SignInProvider[]) =>
  providers.map((provider) => addProvider(scope, pool, provider));
