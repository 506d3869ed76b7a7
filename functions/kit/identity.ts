import { derivedId } from './ids.ts';

/** The identity provider's claims about the signed-in person. */
export interface Identity {
  user_id: string;
  /** The provider's name for the account. */
  username: string;
  email: string;
  email_verified: boolean;
  name: string;
  admin: boolean;
}

/** The workspace that belongs to one person; it appears with the first sign-in. */
export const personalWorkspaceOf = (user: string): string => derivedId('personal-workspace', user);
