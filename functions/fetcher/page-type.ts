import { PAGE_TYPES, type PageType } from './fetched-page.ts';

const ALIASES: Readonly<Record<string, PageType>> = { 'text/x-markdown': 'text/markdown' };
const SNIFFED_BYTES = 1024;
const MARKUP =
  /^\ufeff?\s*<(?:!--|(?:!doctype html|html|head|body|title|meta|script|style|h1|div|p|main|a|b|br|table)\b)/i;
const UTF_16 = ['fffe', 'feff'];

export const parseContentType = (header: string | undefined): { type?: string; charset?: string } => {
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

export const pageTypeOf = (named: string | undefined, charset: string | undefined, bytes: Uint8Array) => {
  if (named !== undefined && named !== 'text/plain') {
    const type = ALIASES[named] ?? named;
    return PAGE_TYPES.find((known) => known === type);
  }
  // Servers call what they don't know plain text.
  if (charset === undefined && isBinary(bytes)) return undefined;
  if (named === 'text/plain') return named;
  return MARKUP.test(Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('utf8')) ? 'text/html' : 'text/plain';
};
