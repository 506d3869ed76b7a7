import * as z from 'zod';
import type { StoredDimensions } from '../../personas/schema.ts';
import { Answer } from './model/answer.ts';

/** Longer answers are not read. */
const MAX_CHARACTERS = 200_000;

/** One sample's findings on the dimensions that it was asked for. */
export interface Sample {
  by: ReadonlyMap<string, Answer['dimensions'][number]>;
  summary: string;
}

/** A fault, in words that tell the model what to change. */
export type Parsed = { sample?: Sample; fault?: string };

const bare = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The outermost braces: models put fences, greetings and thoughts around their JSON. */
const jsonIn = (text: string): unknown => {
  const said = text.replace(/<think>.*?<\/think>/gs, '');
  const from = said.indexOf('{');
  return JSON.parse(from === -1 ? said : said.slice(from, said.lastIndexOf('}') + 1));
};

/** Reads an answer as far as it can be used; both `sample` and `fault` where a dimension is missing. */
export const parseAnswer = (text: string, dimensions: StoredDimensions): Parsed => {
  if (text.length > MAX_CHARACTERS) return { fault: 'It is far too long.' };
  let json: unknown;
  try {
    json = jsonIn(text);
  } catch {
    return { fault: text.trim() === '' ? 'It is empty.' : 'It is no JSON, or it breaks off before its end.' };
  }
  const answer = Answer.safeParse(json);
  if (!answer.success) return { fault: `It does not fit the form. ${z.prettifyError(answer.error).slice(0, 600)}` };
  const names = new Map(dimensions.map(({ name }) => [bare(name), name]));
  const by = new Map<string, Answer['dimensions'][number]>();
  for (const said of answer.data.dimensions) {
    const name = dimensions.some((one) => one.name === said.dimension)
      ? said.dimension
      : names.get(bare(said.dimension));
    if (name !== undefined && !by.has(name)) by.set(name, said);
  }
  const missing = dimensions.map(({ name }) => name).filter((name) => !by.has(name));
  const sample = by.size > 0 ? { by, summary: answer.data.summary } : undefined;
  return {
    ...(sample && { sample }),
    ...(missing.length > 0 && { fault: `It says nothing of ${missing.map((name) => `"${name}"`).join(', ')}.` }),
  };
};
