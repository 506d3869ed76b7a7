import { setting } from '../kit/config.ts';

/** Where a visitor goes on with an account. */
export const signupUrl = (): string => `${setting('BASE_URL')}/dashboard`;
