import { type Dispatcher, request } from 'undici';
import { type Said, said } from '../codes/said.ts';
import { decodeText } from './decode-text.ts';
import {
  type FetchedPage,
  type FetchOrder,
  LIMITS,
  MAX_URL,
  type NoPage,
  PAGE_TYPES,
  type PageType,
  UNREACHABLE,
} from './fetched-page.ts';
import { guardedRequest, type Surroundings } from './guarded-request.ts';
import { ACCEPTED_CODINGS, codingsOf, readUpTo, unpack } from './read-body.ts';

const ALIASES: Readonly<Record<string, PageType>> = { 'text/x-markdown': 'text/markdown' };
const SNIFFED_BYTES = 1024;
const MARKUP =
  /^\ufeff?\s*<(?:!--|(?:!doctype html|html|head|body|title|meta|script|style|h1|div|p|main|a|b|br|table)\b)/i;
const UTF_16 = ['fffe', 'feff'];

const parseContentType = (header: string | undefined): { type?: string; charset?: string } => {
  const [essence = '', ...parameters] = (header ?? '').split(';');
  const type = essence.trim().toLowerCase();
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find((label) => label !== undefined);
  return { ...(/^[^\s/]+\/[^\s/]+$/.test(type) && { type }), ...(charset !== undefined && { charset }) };
};

const isBinary = (bytes: Uint8Array): boolean => {
  if (UTF_16.includes(Buffer.from(bytes.subarray(0, 2)).toString('hex'))) return false;
  return bytes
    .subarray(0, SNIFFED_BYTES)
    .some((byte) => byte < 9 || byte === 11 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32));
};

const pageTypeOf = (named: string | undefined, charset: string | undefined, bytes: Uint8Array) => {
  if (named !== undefined && named !== 'text/plain') {
    const type = ALIASES[named] ?? named;
    return PAGE_TYPES.find((known) => known === type);
  }
  // Servers call what they don't know plain text.
  if (charset === undefined && isBinary(bytes)) return undefined;
  if (named === 'text/plain') return named;
  return MARKUP.test(Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('utf8')) ? 'text/html' : 'text/plain';
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = {
  accept: 'text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.8, */*;q=0.1',
  'accept-encoding': ACCEPTED_CODINGS,
  'user-agent': 'Sidenote/0.1 (+review)',
};

const refused = (reason: NoPage['reason'], why: Said): NoPage => ({ ok: false, reason, said: why });

const TOO_MANY_REDIRECTS = refused('too_many_redirects', said('too_many_redirects', { max: LIMITS.redirects }));
const REFUSED_TYPE = refused('refused_type', said('not_a_page'));
const UNREADABLE = refused('unreadable', said('page_not_unpacked'));
const errorStatus = (status: number) => refused('error_status', said('page_error_status', { status }));

const hopTo = (address: string, from?: URL): URL | undefined => {
  if (address.length > MAX_URL || !URL.canParse(address, from?.href)) return undefined;
  const url = new URL(address, from);
  url.hash = '';
  const isWeb = ['http:', 'https:'].includes(url.protocol) && url.hostname !== '';
  return isWeb && url.href.length <= MAX_URL && url.username === '' && url.password === '' ? url : undefined;
};

const only = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);

type Wants = NonNullable<FetchOrder['wants']>;

interface Asked {
  max_bytes: number;
  wants: Wants;
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;

const readPage = async (
  url: URL,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { max_bytes: maxBytes, wants }: Asked,
): Promise<FetchedPage> => {
  const { type: named, charset } = parseContentType(only(headers['content-type']));
  if (wants === 'json' && !JSON_TYPE.test(named ?? '')) return REFUSED_TYPE;
  const type = wants === 'json' ? 'text/plain' : named;
  if (type !== undefined && !pageTypeOf(type, charset ?? '', Buffer.alloc(0))) return REFUSED_TYPE;
  const codings = codingsOf([headers['content-encoding'] ?? ''].flat().join(','));
  if (!codings) return UNREADABLE;
  const wire = await readUpTo(body, maxBytes);
  const read = await unpack(wire, codings, maxBytes).catch(() => undefined);
  if (!read) return UNREADABLE;
  const content_type = pageTypeOf(type, charset, read.bytes);
  if (!content_type) return REFUSED_TYPE;
  return {
    ok: true,
    url: url.href,
    status: statusCode,
    content_type,
    ...decodeText(read.bytes, {
      label: charset,
      isMarkup: content_type === 'text/html' || content_type === 'application/xhtml+xml',
      isCut: read.isCut,
    }),
    truncated: read.isCut,
    bytes: read.bytes.length,
  };
};

const follow = async (
  address: string,
  dispatcher: Dispatcher,
  signal: AbortSignal,
  asked: Asked,
): Promise<FetchedPage> => {
  let url = hopTo(address);
  for (let redirects = 0; url; redirects += 1) {
    const headersSent = asked.wants === 'json' ? { ...HEADERS, accept: 'application/json' } : HEADERS;
    const answer = await request(url, { dispatcher, signal, method: 'GET', headers: headersSent });
    const { statusCode, headers, body } = answer;
    body.on('error', () => undefined);
    if (statusCode >= 200 && statusCode < 300) return readPage(url, answer, asked);
    const location = only(headers.location);
    if (!REDIRECTS.has(statusCode) || location === undefined || asked.wants === 'json') return errorStatus(statusCode);
    if (redirects === LIMITS.redirects) return TOO_MANY_REDIRECTS;
    body.destroy();
    // A header is read byte by byte; what is beyond ASCII in an address is meant as UTF-8.
    url = hopTo(Buffer.from(location, 'latin1').toString('utf8'), url);
  }
  return UNREACHABLE;
};

/** Never throws. Refused, closed, unresolvable and private addresses get the same words at the same time. */
export const fetchPublicPage = (
  address: string,
  { timeout_ms, max_bytes, wants = 'page' }: { timeout_ms: number; max_bytes: number; wants?: Wants },
  surroundings: Surroundings = {},
): Promise<FetchedPage> =>
  guardedRequest<FetchedPage>(timeout_ms, surroundings, UNREACHABLE, ({ dispatcher, signal }) =>
    follow(address, dispatcher, signal, { max_bytes, wants }),
  );
