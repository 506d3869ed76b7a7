import { derivedId } from './ids.ts';

export interface Identity {
  user_id: string;
  username: string;
  email: string;
  email_verified: boolean;
  name: string;
  admin: boolean;
}

export const personalWorkspaceOf = (user: string): string => derivedId('personal-workspace', user);
