import type { Item } from '../kit/table/table.ts';
import { mailableAddress } from '../kit/text/address.ts';

/** Only a verified address: anyone can sign up with another person's. */
export const verifiedAddress = (user: Item | undefined): string | undefined =>
  user?.person === undefined ? undefined : mailableAddress(user.email);
