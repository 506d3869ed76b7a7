import { ApiError, type Client, createClient } from '../../client/index.ts';
import { makeListeners } from '../kit/listeners.ts';
import { refuseOffline } from '../kit/online.ts';
import { watch, withLimit } from '../kit/patience.ts';
import { withWords } from '../kit/said.tsx';
import { fetchOnce } from './early-answers.ts';
import { reuseKeyOnResend } from './resend-key.ts';
import { credential, endSession, renewSession } from './sign-in.ts';

const withToken = (init: RequestInit, token: string): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
});

const DELETED = 'credential_account_deleted';

export const isOfDeletedAccount = (error: unknown): boolean => error instanceof ApiError && error.code === DELETED;

const isOfDeleted = async (answer: Response): Promise<boolean> => {
  const { code }: { code?: unknown } = await answer
    .clone()
    .json()
    .catch(() => ({}));
  return code === DELETED;
};

const send = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
  const answer = await fetchOnce(input, init);
  if (answer.status !== 401) return answer;
  if (await isOfDeleted(answer)) {
    endSession('deleted');
    return answer;
  }
  const renewed = await renewSession();
  const again = renewed ? await fetch(input, withToken(init, renewed.id_token)) : answer;
  if (again.status === 401) endSession();
  return again;
};

const refused = makeListeners();

/** Reports 403 and 404 responses: the user's permissions may have changed. */
export const onRefused = refused.subscribe;

const withNews =
  (ask: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await ask(input, init);
    if (answer.status === 403 || answer.status === 404) refused.tell();
    return answer;
  };

const clients = new Map<string, Client>();

export const serviceFor = (workspaceId = ''): Client => {
  const known = clients.get(workspaceId);
  if (known) return known;
  const ask = refuseOffline(withLimit(reuseKeyOnResend(withWords(send))));
  const made = createClient({
    baseUrl: location.origin,
    credential,
    fetch: workspaceId ? withNews(ask) : ask,
    retries: 2,
    maxWaitSeconds: 8,
    ...(workspaceId && { workspaceId }),
  });
  const watched = Object.entries(made).map(([id, call]) => [
    id,
    (...given: Parameters<typeof call>) => watch((call as (...given: unknown[]) => Promise<unknown>)(...given)),
  ]);
  const client = Object.fromEntries(watched) as Client;
  clients.set(workspaceId, client);
  return client;
};
