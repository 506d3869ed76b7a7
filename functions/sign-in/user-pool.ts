import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminLinkProviderForUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Identity } from './providers.ts';

export interface Account {
  username: string;
  /** Verified, so it proves who the account belongs to. */
  isProven: boolean;
  isEnabled: boolean;
  /** It has never signed in. */
  isUnconfirmed: boolean;
  /** Created by a provider, without a password. */
  isFederated: boolean;
  identities: readonly { providerName: string; userId: string }[];
}

const PAGE = 60;
const MAX_PAGES = 5;

let client: CognitoIdentityProviderClient | undefined;

// Cognito waits for a trigger for five seconds.
const pool = () => {
  client ??= new CognitoIdentityProviderClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 1500, throwOnRequestTimeout: true },
  });
  return client;
};

/** ASCII only: other letters are folded onto these, such as the Kelvin sign onto k. */
export const lowerAddress = (address: string): string => address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const accountOf = ({ Username = '', Attributes = [], Enabled, UserStatus }: UserType): Account & { email: string } => {
  const value = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value ?? '';
  return {
    username: Username,
    email: value('email'),
    isProven: value('email_verified') === 'true' && UserStatus !== 'UNCONFIRMED',
    isEnabled: Enabled !== false,
    isUnconfirmed: UserStatus === 'UNCONFIRMED',
    isFederated: UserStatus === 'EXTERNAL_PROVIDER',
    identities: JSON.parse(value('identities') || '[]'),
  };
};

/** All of them: someone who fills a page with copies of an address must not hide its owner's account. */
export const accountsOf = async (UserPoolId: string, address: string): Promise<Account[]> => {
  const found: UserType[] = [];
  const Filter = `email = "${address.replace(/["\\]/g, String.raw`\$&`)}"`;
  let PaginationToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const command = new ListUsersCommand({ UserPoolId, Filter, Limit: PAGE, PaginationToken });
    const answer = await pool().send(command);
    found.push(...(answer.Users ?? []));
    PaginationToken = answer.PaginationToken;
    if (!PaginationToken) return found.map(accountOf).filter(({ email }) => lowerAddress(email) === address);
  }
  throw new Error('The pool has too many users of one address.');
};

const matches =
  ({ name, subject }: Identity) =>
  ({ providerName, userId }: Account['identities'][number]) =>
    providerName === name && userId === subject;

export const isLinked = ({ identities }: Account, identity: Identity): boolean => identities.some(matches(identity));

/** The list of users doesn't say. */
export const hasSecondFactor = async (UserPoolId: string, { username }: Account): Promise<boolean> => {
  const { UserMFASettingList = [] } = await pool().send(new AdminGetUserCommand({ UserPoolId, Username: username }));
  return UserMFASettingList.length > 0;
};

/** The pool knows an account that a provider created by that provider's subject. */
const destinationOf = ({ username, isFederated, identities }: Account) => {
  const own = identities.find(
    ({ providerName, userId }) => `${providerName}_${userId}`.toLowerCase() === username.toLowerCase(),
  );
  return isFederated && own
    ? { ProviderName: own.providerName, ProviderAttributeValue: own.userId }
    : { ProviderName: 'Cognito', ProviderAttributeValue: username };
};

export const link = async (UserPoolId: string, account: Account, { name, subject }: Identity): Promise<void> => {
  await pool().send(
    new AdminLinkProviderForUserCommand({
      UserPoolId,
      DestinationUser: destinationOf(account),
      SourceUser: {
        ProviderName: name,
        ProviderAttributeName: 'Cognito_Subject',
        ProviderAttributeValue: subject,
      },
    }),
  );
};

export const remove = async (UserPoolId: string, { username }: Account): Promise<void> => {
  await pool().send(new AdminDeleteUserCommand({ UserPoolId, Username: username }));
};
