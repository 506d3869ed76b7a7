import { setting } from '../kit/config.ts';

/** The page where a visitor can continue with an account. */
export const signupUrl = (): string => `${setting('BASE_URL')}/dashboard`;
