import { jsonrepair } from 'jsonrepair';

export interface FoundJson {
  value: unknown;
  whole: boolean;
}

const endOf = (text: string, from: number): { end: number | undefined; lastObject: number | undefined } => {
  let depth = 0;
  let isString = false;
  let lastObject: number | undefined;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (isString) {
      if (character === '\\') at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return { end: at + 1, lastObject };
      if (character === '}') lastObject = at + 1;
    }
  }
  return { end: undefined, lastObject };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(jsonrepair(text));
  }
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasOneOf = (value: unknown, keys: readonly string[]): boolean =>
  isObject(value) && keys.some((key) => Object.hasOwn(value, key));

/** A text of braces alone must not take long. */
const MAX_TRIES = 50;

/**
 * Models put fences, greetings, thoughts and examples around their JSON, leave trailing commas and raw line breaks in
 * it, or break off. The last whole object counts; of one that breaks off, its whole entries.
 */
export const readJson = (text: string, keys: readonly string[]): FoundJson | undefined => {
  const said = text.replace(/<think>.*?<\/think>/gs, '');
  let found: FoundJson | undefined;
  let from = said.indexOf('{');
  for (let tries = 0; from !== -1 && tries < MAX_TRIES; tries += 1) {
    const { end, lastObject = from } = endOf(said, from);
    try {
      const value = parsed(said.slice(from, end ?? lastObject));
      if (hasOneOf(value, keys) && (end !== undefined || !found)) found = { value, whole: end !== undefined };
    } catch {}
    from = said.indexOf('{', end ?? from + 1);
  }
  return found;
};
