/** Who is signed in; kept in memory and, over a reload of the tab, in sessionStorage. */
export interface Session {
  id_token: string;
  refresh_token: string | undefined;
  /** Epoch milliseconds. */
  expires_at: number;
}

interface Claims {
  exp: number;
  sub: string;
  email?: string;
  name?: string;
  'cognito:groups'?: string[];
}

/** Read for display only: the service verifies every token itself. */
export const claimsOf = (id_token: string): Claims => {
  const part = (id_token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
};
