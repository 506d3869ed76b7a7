import { addressHash } from '../kit/text/address.ts';
import { dataUrl } from './data-url.ts';
import type { Composed } from './mail-kind.ts';
import type { Addressee, Letter } from './mime.ts';
import { unsubscribeUrl } from './unsubscribe-url.ts';

/** A letter to an address that `mailableAddress` has let pass. */
export const readyFor = (to: string, language: unknown, write: (addressee: Addressee) => Letter): Composed => {
  const address_hash = addressHash(to);
  const letter = write({
    to,
    language: language === 'de' ? 'de' : 'en',
    unsubscribe: unsubscribeUrl(address_hash),
    data: dataUrl(address_hash),
  });
  return { state: 'ready', letter, address_hash };
};
