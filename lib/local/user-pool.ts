import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Issuer } from './issuer.ts';
import { listen, stop } from './listen.ts';

const TARGET = 'AWSCognitoIdentityProviderService.AdminDeleteUser';

/** A call that reached the user pool. */
export interface PoolCall {
  username: string;
  /** False if the account no longer existed. */
  deleted: boolean;
}

const readAll = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** Cognito's AdminDeleteUser on the local issuer's accounts; reports its calls. */
export const startUserPool = async (issuer: Issuer, poolId: string) => {
  const calls: PoolCall[] = [];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const answer = (status: number, body: unknown) => {
      outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      outgoing.end(JSON.stringify(body));
    };
    const target = incoming.headers['x-amz-target'];
    if (target !== TARGET) return answer(400, { __type: 'InvalidAction', message: `Unknown here: ${target}` });
    const { UserPoolId, Username } = JSON.parse(await readAll(incoming)) as Record<string, unknown>;
    if (UserPoolId !== poolId || typeof Username !== 'string') {
      return answer(400, { __type: 'ResourceNotFoundException', message: 'User pool does not exist.' });
    }
    const deleted = issuer.deleteAccount(Username);
    calls.push({ username: Username, deleted });
    if (!deleted) return answer(400, { __type: 'UserNotFoundException', message: 'User does not exist.' });
    return answer(200, {});
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error) => {
      console.error('The user pool failed:', error);
      incoming.socket.destroy();
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, calls: (): readonly PoolCall[] => calls, stop: () => stop(server) };
};

export type LocalUserPool = Awaited<ReturnType<typeof startUserPool>>;
