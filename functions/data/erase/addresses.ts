import { packJson, tryUnpackJson } from '../../kit/packed.ts';
import type { Item } from '../../kit/table/table.ts';

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A character escaped in JSON or in a URL ends in a letter or digit that belongs to no address; `%2B` is a `+`. */
const ESCAPE = String.raw`(?<=\\[bfnrt]|\\u[0-9a-f]{4}|%(?!2B)[0-9a-f]{2})`;
/**
 * After a dot, a lowercase letter may begin another label; a capital begins a sentence. After a hyphen, a word is part of
 * the domain only if another label follows.
 */
const END = String.raw`(?![a-z0-9]|(?:-[a-z0-9-]*)?(?-i:\.[a-z0-9]))`;

/** The rest of an address, as far as a text was cut within it. */
const partOf = (rest: string): string =>
  [...rest].reduceRight((tail, character) => `(?:${escapeForPattern(character)}${tail})?`, '');

/** No part of a longer address, which is someone else's. `joints` connect it to more of its local part. */
const patternOf = (form: string, joints: string): string => {
  const [, start, domain] = /^(.+(?:@|%40))(.+)$/.exec(form) ?? [];
  const cut = start && domain ? `|${escapeForPattern(start)}${partOf(domain)}(?=…?")` : '';
  return `(?:${ESCAPE}|(?<![a-z0-9][${joints}]{0,9}))(?:${escapeForPattern(form)}${END}${cut})`;
};

export type Clean = (value: unknown) => unknown;

/**
 * Replaces the addresses, also as in URLs, in a text and in all texts of a map, a list or compressed JSON. At the end of
 * a text that was cut, its local part with its sign is enough.
 */
export const without = (emails: readonly unknown[]): Clean => {
  const known = emails.filter((email): email is string => typeof email === 'string' && email !== '');
  if (known.length === 0) return (value) => value;
  // A `+` in a URL is a space.
  const forms = known.flatMap((email) => [
    patternOf(JSON.stringify(email).slice(1, -1), '._+%-'),
    patternOf(encodeURIComponent(email), '._%-'),
  ]);
  const pattern = new RegExp(forms.join('|'), 'gi');
  const clean: Clean = (value) => {
    if (value === undefined || value instanceof Set) return value;
    if (value instanceof Uint8Array) {
      const content = tryUnpackJson(value);
      const cleaned = clean(content);
      return cleaned === content ? value : packJson(cleaned);
    }
    const json = JSON.stringify(value);
    const cleaned = json.replace(pattern, '[erased]');
    return cleaned === json ? value : JSON.parse(cleaned);
  };
  return clean;
};

/** The attributes that change, of any row: a team may have written the address, too. */
export const cleaned = (row: Item, clean: Clean): Item =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const next = clean(value);
      return next === value ? [] : [[name, next]];
    }),
  );
