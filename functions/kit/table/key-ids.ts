import type { Key } from './keys.ts';

type Build<Ids extends string[]> = (...ids: Ids) => Key;

const patterns = new Map<unknown, RegExp>();

/** The key that `build` makes of placeholders, with a group for each of them. */
const patternOf = <Ids extends string[]>(build: Build<Ids>): RegExp => {
  const known = patterns.get(build);
  if (known) return known;
  const marks = Array.from({ length: build.length }, (_, index) => `<${index}>`);
  const { pk, sk } = build(...(marks as Ids));
  const escaped = JSON.stringify([pk, sk]).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = new RegExp(`^${escaped.replace(/<(\d+)>/g, (_, index) => `(?<i${index}>[^#"]+)`)}$`);
  patterns.set(build, pattern);
  return pattern;
};

/** The inverse of one of `keys`: the ids that it was built from, in their order. Undefined for a key of another kind. */
export const idsIn = <Ids extends string[]>(build: Build<Ids>, { pk, sk }: Key): Ids | undefined => {
  const groups = patternOf(build).exec(JSON.stringify([pk, sk]))?.groups;
  if (!groups) return undefined;
  const ids = Array.from({ length: build.length }, (_, index) => groups[`i${index}`] ?? '');
  // As many as `build` takes.
  return ids as Ids;
};

/** Like `idsIn`, for a key that can only be of this kind: throws for any other. */
export const requireIds = <Ids extends string[]>(build: Build<Ids>, key: Key): Ids => {
  const ids = idsIn(build, key);
  if (!ids) throw new Error(`Unexpected key: ${key.pk} ${key.sk}.`);
  return ids;
};
