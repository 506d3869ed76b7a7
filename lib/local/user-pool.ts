import type { Issuer } from './issuer.ts';
import { jsonReply, startServer } from './server.ts';

const TARGET = 'AWSCognitoIdentityProviderService.AdminDeleteUser';

export interface PoolCall {
  username: string;
  deleted: boolean;
}

const refused = (__type: string, message: string) => jsonReply(400, { __type, message });

export const startUserPool = async (issuer: Issuer, poolId: string) => {
  const calls: PoolCall[] = [];
  const server = await startServer('user pool', async ({ headers, body }) => {
    const target = headers['x-amz-target'];
    if (target !== TARGET) return refused('InvalidAction', `Unknown here: ${target}`);
    const { UserPoolId, Username } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    if (UserPoolId !== poolId || typeof Username !== 'string') {
      return refused('ResourceNotFoundException', 'User pool does not exist.');
    }
    const deleted = issuer.deleteAccount(Username);
    calls.push({ username: Username, deleted });
    return deleted ? jsonReply(200, {}) : refused('UserNotFoundException', 'User does not exist.');
  });
  return { ...server, calls: (): readonly PoolCall[] => calls };
};

export type LocalUserPool = Awaited<ReturnType<typeof startUserPool>>;
