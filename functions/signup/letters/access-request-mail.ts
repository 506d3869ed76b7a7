import { optionalSetting } from '../../kit/config.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import type { Item, Table, Write } from '../../kit/table/table.ts';
import { addressHash, mailableAddress, personOfAddress } from '../../kit/text/address.ts';
import { dataUrl } from '../../mail/data-url.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import { accessRequestLetter } from './access-request-letter.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const keyOf = ({ about }: Item): Key => keys.accessRequest(text(about));

const statusWrite = (mail: Item, mail_status: 'sent' | 'failed' | 'none'): Write => ({
  update: keyOf(mail),
  set: { mail_status },
  when: [['exists', 'pk']],
});

const compose: MailKind['compose'] = async (table: Table, mail: Key & Item) => {
  const row = await table.get(keyOf(mail));
  const to = mailableAddress(optionalSetting('OPERATORS_MAIL'));
  if (!row || to === undefined) return { state: 'gone' };
  const { email, intent, source } = row;
  const letter = accessRequestLetter({
    to,
    email: text(email),
    intent: text(intent),
    source: text(source),
    data: dataUrl(personOfAddress(to)),
  });
  return { state: 'ready', letter, address_hash: addressHash(to) };
};

export const accessRequestMail: MailKind = {
  compose,
  record: (mail, outcome) => [statusWrite(mail, outcome)],
  instead: async (_table, mail) => [statusWrite(mail, 'none')],
};
