import { setting } from '../../kit/config.ts';
import { words } from '../../kit/words.ts';

export interface Header {
  name: string;
  value: string;
}

/** With any value: only programs write them. */
const OF_PROGRAMS = words(`
  x-auto-response-suppress x-autoreply x-autorespond x-autoresponse x-failed-recipients x-loop list-id list-unsubscribe
`);
const DAEMONS = /^(mailer-daemon|postmaster|no-?reply|bounces?)(\+|@|$)/i;

export const ownAddress = () => /([^<>\s]+@[^<>\s]+?)>?$/.exec(setting('MAIL_FROM'))?.[1]?.toLowerCase();

/** An out-of-office notice, a bounce, a list's mail, or our own coming back: no person wrote it (RFC 3834). */
export const isAutomatic = (headers: readonly Header[], from: string, envelopeFrom: string): boolean => {
  const named = new Map(headers.map(({ name, value }) => [name.toLowerCase(), value.trim().toLowerCase()]));
  const has = (name: string, pattern: RegExp) => pattern.test(named.get(name) ?? '');
  return (
    envelopeFrom === '' ||
    envelopeFrom === '<>' ||
    DAEMONS.test(envelopeFrom) ||
    DAEMONS.test(from) ||
    from.toLowerCase() === ownAddress() ||
    (named.has('auto-submitted') && !has('auto-submitted', /^no\b/)) ||
    has('return-path', /^<>$/) ||
    has('precedence', /^(bulk|junk|list|auto[-_]reply)/) ||
    has('content-type', /^multipart\/report|^message\/(delivery|disposition)/) ||
    OF_PROGRAMS.some((name) => named.has(name)) ||
    [...named.keys()].some((name) => name.startsWith('x-sidenote-'))
  );
};
