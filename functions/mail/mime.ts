import { encodeWord } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { type Language, oneLine } from './layout.ts';

export interface Addressee {
  to: string;
  language: Language;
  /** Stops all mails. */
  unsubscribe: string;
  data: string;
}

export interface Letter {
  /** `mailableAddress` has let it pass. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Replaces the service's own name. */
  from_name?: string;
  reply_to?: string;
  /** Mails of one thread share its id, which no mail has: SES gives each mail its own id. */
  thread_id?: string;
  /** One POST there stops further mail of this kind (RFC 8058). */
  unsubscribe?: string;
}

/** Operators search the logs for it. */
const REQUEST_HEADER = 'X-Sidenote-Request-Id';

const MAX_SUBJECT = 200;
const MAX_NAME = 100;
const WORD_LENGTH = 72;

/** Encoded words (RFC 2047), so that nothing in it is read as structure. */
const encodedWords = (text: string): string => encodeWord(oneLine(text, MAX_SUBJECT), 'B', WORD_LENGTH);

const senderOf = (from: string) => {
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? [];
  return { name, address };
};

const threadHeaders = (id: string, from: string) => {
  const root = `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
  return { 'in-reply-to': root, references: root };
};

/** RFC 5322 and RFC 2045; plain text and HTML, both as base64. */
export const toMime = (letter: Letter, from: string, at: number, request_id?: string): Promise<Buffer> => {
  const sender = senderOf(from);
  const given = [from, letter.to, letter.reply_to, letter.unsubscribe, letter.thread_id, request_id];
  if (given.some((header) => header && /[\r\n]/.test(header))) throw new Error('A header holds a line break.');
  const mail = new MimeNode('multipart/alternative', { newline: 'windows' });
  mail.setHeader({
    from: { ...sender, ...(letter.from_name && { name: oneLine(letter.from_name, MAX_NAME) }) },
    to: { address: letter.to },
    subject: encodedWords(letter.subject),
    date: new Date(at),
    ...(letter.reply_to && { 'reply-to': { address: letter.reply_to } }),
    ...(letter.thread_id && threadHeaders(letter.thread_id, sender.address)),
    'auto-submitted': 'auto-generated',
    'x-auto-response-suppress': 'All',
    ...(request_id && { [REQUEST_HEADER]: request_id }),
    ...(letter.unsubscribe && {
      'list-unsubscribe': `<${letter.unsubscribe}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    }),
  });
  for (const [type, content] of [
    ['text/plain', letter.text],
    ['text/html', letter.html],
  ] as const) {
    mail.createChild(`${type}; charset=utf-8`).setHeader('content-transfer-encoding', 'base64').setContent(content);
  }
  return mail.build();
};
