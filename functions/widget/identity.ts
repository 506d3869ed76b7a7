import { createHmac } from 'node:crypto';
import type * as z from 'zod';
import type { IDENTITIES } from '../annotations/visitor.ts';
import { DAY } from '../kit/clock.ts';
import { emailAddress } from '../kit/contract/schema.ts';
import { isSame } from '../kit/server-keys.ts';
import type { SiteRow } from '../sites/schema.ts';
import { identitySecret } from '../sites/secrets.ts';
import type { IdentityGiven } from './identity-given.ts';

/** Servers' clocks differ. */
const LEEWAY = 5 * 60_000;

type Given = z.infer<typeof IdentityGiven>;
export interface Identity {
  level: (typeof IDENTITIES)[number];
  user_id: string;
  name: string;
  email: string;
}

export const signedText = ({ expires_at, user_id, email, name }: Given): string =>
  [expires_at, user_id, email, name].join('\n');

const isSigned = (site: SiteRow, given: Given, now: number): boolean => {
  const { hmac, expires_at = 0, user_id, name, email } = given;
  if (!hmac || expires_at <= now || expires_at > now + DAY + LEEWAY) return false;
  // Lines that a field adds would let its words count as another field's.
  if (/[\r\n]/.test(user_id + name + email)) return false;
  return isSame(createHmac('sha256', identitySecret(site)).update(signedText(given)).digest('hex'), hmac.toLowerCase());
};

const EmailAddress = emailAddress();

/** A page may claim anything: a wrong or an expired signature makes a claim, and never costs a note. */
export const identityOf = (site: SiteRow, given: Given | null | undefined, now: number): Identity | undefined => {
  if (!given) return undefined;
  const { user_id, name, email } = given;
  if (!(user_id + name + email).trim()) return undefined;
  const level = isSigned(site, given, now) ? 'verified' : 'claimed';
  return {
    level,
    user_id: user_id.trim(),
    name: name.trim(),
    email: EmailAddress.safeParse(email).success ? email : '',
  };
};
