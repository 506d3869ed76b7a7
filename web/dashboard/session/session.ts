import { readStored } from '../kit/stored.ts';

export interface Session {
  id_token: string;
  refresh_token: string | undefined;
  /** Epoch milliseconds. */
  expires_at: number;
}

export const STORED_SESSION = 'sidenote.session';
const MARGIN_MS = 60_000;

export const isFresh = ({ expires_at }: Session): boolean => expires_at >= Date.now() + MARGIN_MS;

interface Claims {
  exp: number;
  iss: string;
  sub: string;
  email?: string;
  name?: string;
  'cognito:groups'?: string[];
}

/** For display only: the service verifies every token itself. */
export const claimsOf = (id_token: string): Claims => {
  const part = (id_token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
};

/** With an invalid one, the user has to sign in, rather than the page failing to start. */
export const readSession = (): Session | undefined => {
  const kept = readStored<Session>(STORED_SESSION);
  try {
    return kept && claimsOf(kept.id_token).sub ? kept : undefined;
  } catch {
    return undefined;
  }
};

export const readFreshSession = (): Session | undefined => {
  const session = readSession();
  return session && isFresh(session) ? session : undefined;
};
