import { areas } from '../functions/areas.ts';
import { CODES, type Code } from '../functions/codes/codes.ts';
import { inWords, type Sentence, type Values } from '../functions/codes/sentence.ts';
import { routeKey } from '../functions/kit/contract/contract.ts';
import { endpoints } from '../lib/docs/endpoints.ts';
import { errorStatuses, successStatuses } from '../lib/docs/statuses.ts';
import { createRouter } from '../lib/local/routes.ts';

interface Coded {
  code?: string;
  values?: Values;
}

const sentenceOf = (code = ''): Sentence | undefined => {
  if (!Object.hasOwn(CODES, code)) return undefined;
  // The specification fixes these two words.
  return code === 'insufficient_role' ? [CODES[code][0]] : CODES[code as Code];
};

const faultOf = (text: unknown, { code, values = {} }: Coded): string | undefined => {
  const sentence = sentenceOf(code);
  if (!sentence) return `the code ${code} is unknown`;
  const places = [...sentence.join(' ').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const missing = places.filter((name) => values[name] === undefined);
  if (missing.length > 0) return `${code} lacks ${missing.join(', ')}`;
  const expected = inWords(sentence, values);
  return text === expected ? undefined : `${code} reads "${text}", not "${expected}"`;
};

/** The fault in the body of a refusal; undefined if it has a known code whose sentence and values are its text. */
export const refusalFault = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return 'it has no detail';
  const { detail, ...coded } = body as Coded & { detail: unknown };
  if (!Array.isArray(detail)) return faultOf(detail, coded);
  if (!sentenceOf(coded.code)) return `the code ${coded.code} is unknown`;
  return detail.map(({ msg, ...item }) => faultOf(msg, item)).find(Boolean);
};

/** For requests that no client makes: too large ones, and bodies where none belongs. */
const OF_MALFORMED = [413, 414, 422, 431];

const router = createRouter(areas);
const documented = new Map(
  endpoints.map((one) => [
    routeKey(one.row),
    new Set([...successStatuses(one), ...errorStatuses(one), ...OF_MALFORMED]),
  ]),
);

/** True for a request that no row takes. */
export const isDocumented = (method: string, path: string, status: number): boolean =>
  documented.get(router(method, path.split('?')[0] ?? '').route_key)?.has(status) ?? true;
