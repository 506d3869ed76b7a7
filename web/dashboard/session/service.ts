import { type Client, createClient } from '../../client/index.ts';
import { withWords } from '../kit/said.tsx';
import { fetchOnce } from './early-answers.ts';
import { credential, endSession, renewSession } from './sign-in.ts';

const withToken = (init: RequestInit, token: string): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
});

/** A refused token is renewed once; refused again, the session has ended and the page says so. */
const send = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
  const answer = await fetchOnce(input, init);
  if (answer.status !== 401) return answer;
  const renewed = await renewSession();
  const again = renewed ? await fetch(input, withToken(init, renewed.id_token)) : answer;
  if (again.status === 401) endSession();
  return again;
};

const clients = new Map<string, Client>();

/** The service as one workspace sees it; without one, for what belongs to the person. */
export const serviceFor = (workspaceId = ''): Client => {
  const known = clients.get(workspaceId);
  if (known) return known;
  const made = createClient({
    baseUrl: location.origin,
    credential,
    fetch: withWords(send),
    retries: 2,
    maxWaitSeconds: 8,
    ...(workspaceId && { workspaceId }),
  });
  clients.set(workspaceId, made);
  return made;
};
