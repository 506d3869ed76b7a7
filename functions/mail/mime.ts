import { randomBytes } from 'node:crypto';
import { oneLine } from './escape.ts';

/** A mail before it is written out. */
export interface Letter {
  /** One address that `mailableAddress` has let pass. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where one POST stops further mail of this kind (RFC 8058). */
  unsubscribe?: string;
}

/** The request that a mail is owed to; operators search the logs for it. */
export const REQUEST_HEADER = 'X-Sidenote-Request-Id';

const WORD_BYTES = 45;
const LINE = '\r\n';

/** A header's text as encoded words (RFC 2047), whatever it holds, so that nothing of it is read as structure. */
export const encodedWords = (text: string): string => {
  const words: string[] = [];
  let word = '';
  for (const character of oneLine(text, 200)) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  words.push(word);
  return words.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(`${LINE} `);
};

const part = (type: string, text: string): string =>
  [
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(text).toString('base64').replace(/.{76}/g, `$&${LINE}`),
  ].join(LINE);

/** The mail as it is handed over (RFC 5322, RFC 2045): plain text and HTML, both as base64. */
export const toMime = (letter: Letter, from: string, at: number, request_id?: string): string => {
  const boundary = `=_${randomBytes(18).toString('hex')}`;
  const headers = [
    `From: ${from}`,
    `To: ${letter.to}`,
    `Subject: ${encodedWords(letter.subject)}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Auto-Submitted: auto-generated',
    'X-Auto-Response-Suppress: All',
    ...(request_id ? [`${REQUEST_HEADER}: ${request_id}`] : []),
    ...(letter.unsubscribe
      ? [`List-Unsubscribe: <${letter.unsubscribe}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click']
      : []),
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ];
  if (headers.some((header, index) => /[\r\n]/.test(header) && index !== 2))
    throw new Error('A header holds a line break.');
  return [
    headers.join(LINE),
    '',
    `--${boundary}`,
    part('text/plain', letter.text),
    `--${boundary}`,
    part('text/html', letter.html),
    `--${boundary}--`,
    '',
  ].join(LINE);
};
