import { PoolError, type PoolIdentity, type PoolUser, type PoolUsers } from './pool-users.ts';
import { jsonReply, startServer } from './server.ts';

const TARGET = 'AWSCognitoIdentityProviderService.';

export interface PoolCall {
  username: string;
  deleted: boolean;
}

type Input = Record<string, unknown>;

const refused = (__type: string, message: string) => jsonReply(400, { __type, message });

const TOTP = 'SOFTWARE_TOKEN_MFA';
const EMAIL = /^email = "((?:[^"\\]|\\.)*)"$/;

const userType = ({ username, subject, email, email_verified, status, enabled, identities }: PoolUser) => ({
  Username: username,
  Enabled: enabled,
  UserStatus: status,
  Attributes: Object.entries({
    sub: subject,
    email,
    email_verified: String(email_verified),
    ...(identities.length > 0 && { identities: JSON.stringify(identities) }),
  }).map(([Name, Value]) => ({ Name, Value })),
});

const identityOf = (given: unknown): PoolIdentity => {
  const { ProviderName, ProviderAttributeValue } = given as Record<string, string>;
  return { providerName: ProviderName ?? '', userId: ProviderAttributeValue ?? '' };
};

export const startUserPool = async (
  users: PoolUsers,
  poolId: string,
  deleteAccount: (name: string) => Promise<boolean>,
) => {
  const calls: PoolCall[] = [];
  const operations: Record<string, (input: Input) => object | Promise<object>> = {
    AdminDeleteUser: async ({ Username }) => {
      const username = String(Username);
      const deleted = await deleteAccount(username);
      calls.push({ username, deleted });
      if (!deleted) throw new PoolError('UserNotFoundException', 'User does not exist.');
      return {};
    },
    AdminGetUser: ({ Username }) => {
      const user = users.get(String(Username));
      if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
      const { Attributes, ...rest } = userType(user);
      return { ...rest, UserAttributes: Attributes, ...(user.hasSecondFactor && { UserMFASettingList: [TOTP] }) };
    },
    ListUsers: ({ Filter, Limit = 60, PaginationToken = '0' }) => {
      const [, quoted] = EMAIL.exec(String(Filter)) ?? [];
      if (quoted === undefined) throw new PoolError('InvalidParameterException', `Unknown here: ${Filter}`);
      const found = users.ofAddress(quoted.replace(/\\(.)/g, '$1'));
      const [from, count] = [Number(PaginationToken), Number(Limit)];
      const isMore = from + count < found.length;
      return {
        Users: found.slice(from, from + count).map(userType),
        ...(isMore && { PaginationToken: String(from + count) }),
      };
    },
    AdminLinkProviderForUser: ({ DestinationUser, SourceUser }) => {
      users.link(identityOf(DestinationUser), identityOf(SourceUser));
      return {};
    },
  };
  const server = await startServer('user pool', async ({ headers, body }) => {
    const target = String(headers['x-amz-target']);
    const operation = target.startsWith(TARGET) ? operations[target.slice(TARGET.length)] : undefined;
    if (!operation) return refused('InvalidAction', `Unknown here: ${target}`);
    const input = JSON.parse(body.toString('utf8')) as Input;
    if (input.UserPoolId !== poolId) return refused('ResourceNotFoundException', 'User pool does not exist.');
    try {
      return jsonReply(200, await operation(input));
    } catch (error) {
      if (error instanceof PoolError) return refused(error.type, error.message);
      throw error;
    }
  });
  return { ...server, calls: (): readonly PoolCall[] => calls };
};

export type LocalUserPool = Awaited<ReturnType<typeof startUserPool>>;
