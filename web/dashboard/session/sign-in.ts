import { useSyncExternalStore } from 'react';
import { makeListeners } from '../kit/listeners.ts';
import { readStored } from '../kit/stored.ts';
import type { Config } from './config.ts';
import type { Attempt } from './protocol.ts';
import { claimsOf, isFresh, readSession, type Session, STORED_SESSION } from './session.ts';

const ATTEMPT = 'sidenote.sign-in';
const RETURN = 'sidenote.return';
/** Ends with the session. */
export const LAST_VISIT = 'sidenote.last-visit';
/**
 * `ended`: the session couldn't be renewed. `failed`: the browser returned without a usable code. `refused`: so did the
 * pool, to another provider's sign-in. `deleted`: the account was.
 */
export type Outside = 'new' | 'ended' | 'failed' | 'refused' | 'deleted';

interface State {
  session: Session | undefined;
  outside: Outside;
}

let config: Config | undefined;
let state: State = { session: readSession(), outside: 'new' };
const { subscribe, tell } = makeListeners();

const setState = (next: State) => {
  state = next;
  if (next.session) sessionStorage.setItem(STORED_SESSION, JSON.stringify(next.session));
  else for (const key of [STORED_SESSION, LAST_VISIT]) sessionStorage.removeItem(key);
  tell();
};

const SIGNALS = { ended: 'sidenote.signed-out', deleted: 'sidenote.deleted' } as const;

const tellOtherTabs = ({ id_token }: Session, outside: keyof typeof SIGNALS): void => {
  localStorage.setItem(SIGNALS[outside], claimsOf(id_token).sub);
  localStorage.removeItem(SIGNALS[outside]);
};

const endWithOtherTabs = (): void =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (!state.session || claimsOf(state.session.id_token).sub !== newValue) return;
    for (const outside of ['ended', 'deleted'] as const) if (key === SIGNALS[outside]) endSession(outside);
  });

const settings = (): Config => {
  if (!config) throw new Error('The configuration has not been read.');
  return config;
};

// Lazy: loaded for signing in or renewing a token, not with every page.
const protocol = () => import('./protocol.ts');

type Kept = Attempt & { back: string; isRepeated: boolean };

const leaveToSignIn = async (back: string, provider?: string, isRepeated = false): Promise<void> => {
  const { beginSignIn } = await protocol();
  const { url, attempt } = await beginSignIn(settings(), provider);
  const kept: Kept = { ...attempt, back, isRepeated };
  sessionStorage.setItem(ATTEMPT, JSON.stringify(kept));
  location.assign(url);
};

const recover = async (given: Config, error: unknown, kept: Kept | undefined): Promise<Outside> => {
  const { linkedProvider, outsideAfter } = await protocol();
  const linked = linkedProvider(given, error);
  if (!linked || !kept || kept.isRepeated) return outsideAfter(error);
  await leaveToSignIn(kept.back, linked, true);
  return 'new';
};

/** The state has the router's key, under which it finds the scroll position again. */
const changeAddress = (to: string): void => history.replaceState(history.state, '', to);

/** Afterwards, the address is the one where the sign-in started and contains no code. */
export const startSession = async (given: Config): Promise<void> => {
  config = given;
  endWithOtherTabs();
  const came = new URL(location.href);
  const back = sessionStorage.getItem(RETURN);
  sessionStorage.removeItem(RETURN);
  if (back && !state.session && came.pathname === '/dashboard/' && came.search === '') changeAddress(back);
  if (!came.searchParams.has('state') || !(came.searchParams.has('code') || came.searchParams.has('error'))) return;
  const kept = readStored<Kept>(ATTEMPT);
  sessionStorage.removeItem(ATTEMPT);
  changeAddress(kept?.back ?? '/dashboard/');
  if (state.session && !kept) return;
  try {
    if (!kept) throw new Error('This tab did not start a sign-in.');
    const { finishSignIn } = await protocol();
    setState({ session: await finishSignIn(given, came, kept), outside: 'new' });
  } catch (error) {
    console.warn('The sign-in did not finish.', error);
    // Fails only if the protocol couldn't be loaded.
    const outside = await recover(given, error, kept).catch((): Outside => 'failed');
    setState({ session: undefined, outside });
  }
};

export const signIn = (provider?: string): Promise<void> =>
  leaveToSignIn(location.pathname + location.search + location.hash, provider);

export const signInProviders = () => settings().providers;

/** The service rejects the token: the page asks for a new sign-in and stays. */
export const endSession = (outside: 'ended' | 'deleted' = 'ended'): void => {
  if (!state.session) return;
  if (outside === 'deleted') tellOtherTabs(state.session, outside);
  setState({ session: undefined, outside });
};

export const signOut = (): void => {
  const { end_session_endpoint, client_id } = settings();
  if (state.session) tellOtherTabs(state.session, 'ended');
  setState({ session: undefined, outside: 'new' });
  const url = new URL(end_session_endpoint);
  url.searchParams.set('client_id', client_id);
  url.searchParams.set('logout_uri', `${location.origin}/dashboard/`);
  location.assign(url);
};

export const signOutHere = (): void => {
  sessionStorage.setItem(RETURN, location.pathname + location.search);
  signOut();
};

let renewing: Promise<Session | undefined> | undefined;

const renewNow = async (session: Session): Promise<Session | undefined> => {
  if (!session.refresh_token) return undefined;
  const { isRefusal, renew } = await protocol();
  try {
    return await renew(settings(), session.refresh_token);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    // The session stays for another attempt. Pages show this as a service that can't be reached.
    throw new TypeError('Failed to fetch a new token.', { cause: error });
  }
};

export const renewSession = (): Promise<Session | undefined> => {
  const { session } = state;
  if (!session) return Promise.resolve(undefined);
  renewing ??= renewNow(session)
    .then((renewed) => {
      // Signed out in another tab meanwhile.
      if (state.session !== session) return state.session;
      setState({ session: renewed, outside: renewed ? 'new' : 'ended' });
      return renewed;
    })
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
};

export const credential = async (): Promise<string> => {
  const { session } = state;
  const usable = session && !isFresh(session) ? await renewSession() : session;
  return usable?.id_token ?? '';
};

export interface Person {
  id: string;
  email: string;
  name: string;
  isAdmin: boolean;
}

const personOf = ({ id_token }: Session): Person => {
  const { sub, email = '', name, 'cognito:groups': groups = [] } = claimsOf(id_token);
  return { id: sub, email, name: name || email.replace(/@.*/, ''), isAdmin: groups.includes('admins') };
};

let known: { session: Session; person: Person } | undefined;

export const findPerson = (): Person | undefined => {
  const { session } = state;
  if (session && known?.session !== session) known = { session, person: personOf(session) };
  return session && known?.person;
};

const current = () => state;

export const useSession = (): { person: Person; outside?: never } | { person?: never; outside: Outside } => {
  const { outside } = useSyncExternalStore(subscribe, current);
  const person = findPerson();
  return person ? { person } : { outside };
};

export const bucketOrigin = () => settings().bucket_origin;

export const isLocalStage = () => settings().issuer.includes('/__local/');
