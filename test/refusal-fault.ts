import { CODES, type Code } from '../functions/codes/codes.ts';
import { inWords, type Sentence, type Values } from '../functions/codes/sentence.ts';

interface Coded {
  code?: string;
  values?: Values;
}

const textOf = ({ code = '', values }: Coded): string | undefined => {
  const sentence: Sentence | undefined = CODES[code as Code];
  if (code === 'insufficient_role') return sentence?.[0];
  return sentence && inWords(sentence, values);
};

const faultOf = (text: unknown, coded: Coded): string | undefined => {
  const expected = textOf(coded);
  if (expected === undefined) return `the code ${coded.code} is unknown`;
  if (expected.includes('{')) return `${coded.code} lacks a value: ${expected}`;
  return text === expected ? undefined : `${coded.code} reads "${text}", not "${expected}"`;
};

/** What is wrong with the body of a refusal; undefined if it has a known code whose sentence and values are its text. */
export const refusalFault = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return 'it has no detail';
  const { detail, ...coded } = body as Coded & { detail: unknown };
  if (!Array.isArray(detail)) return faultOf(detail, coded);
  if (!Object.hasOwn(CODES, coded.code ?? '')) return `the code ${coded.code} is unknown`;
  return detail.map(({ msg, ...item }) => faultOf(msg, item)).find(Boolean);
};
