import { optionalSetting } from '../../kit/config.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import type { Item, Table, Write } from '../../kit/table/table.ts';
import { addressHash, mailableAddress, personOfAddress } from '../../kit/text/address.ts';
import { dataUrl } from '../../mail/data-url.ts';
import { footerOf, label, layOutMail, oneLine, plain, quote } from '../../mail/layout.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import type { Letter } from '../../mail/mime.ts';

const TITLE = 'New access request';
const DATA = 'View or erase your data';
const WHY = 'You’re receiving this because this is the operators’ address of this Sidenote stage.';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An unverified requester wrote all of the row; the headers contain nothing of it. */
const letterOf = (to: string, { email, intent, source }: Item): Letter => {
  const parts = [
    { name: 'Email address', value: oneLine(text(email), 320) },
    { name: 'Purpose', value: plain(text(intent)).trim() },
    { name: 'Source', value: oneLine(text(source), 80) },
  ].filter(({ value }) => value !== '');
  const data = dataUrl(personOfAddress(to));
  return layOutMail({
    to,
    language: 'en',
    subject: 'Request for access to Sidenote',
    title: TITLE,
    html: parts.map(({ name, value }) => `${label(name)}${quote(value)}`),
    text: [TITLE, ...parts.map(({ name, value }) => `${name}:\n${value.replace(/^/gm, '> ')}`)],
    footer: footerOf(WHY, [[DATA, data]]),
  });
};

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
  return { state: 'ready', letter: letterOf(to, row), address_hash: addressHash(to) };
};

export const accessRequestMail: MailKind = {
  compose,
  record: (mail, outcome) => [statusWrite(mail, outcome)],
  instead: async (_table, mail) => [statusWrite(mail, 'none')],
};
