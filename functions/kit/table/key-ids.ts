import { type Key, keys } from './keys.ts';

type Build<Ids extends string[]> = (...ids: Ids) => Key;

const patterns = new Map<unknown, RegExp>();

const built = <Ids extends string[]>(build: Build<Ids>, ids: readonly string[]): Key =>
  build(...(Array.from({ length: build.length }, (_, index) => ids[index] ?? `<${index}>`) as Ids));

/** The key that `build` makes of placeholders, with a group for each of them. */
const patternOf = <Ids extends string[]>(build: Build<Ids>): RegExp => {
  const known = patterns.get(build);
  if (known) return known;
  const { pk, sk } = built(build, []);
  const escaped = `${pk} ${sk}`.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = new RegExp(`^${escaped.replace(/<(\d+)>/g, (_, index) => `(?<i${index}>[^# ]+)`)}$`);
  patterns.set(build, pattern);
  return pattern;
};

/** The inverse of one of `keys`: the ids that it was built from, in their order. Undefined for a key of another kind. */
export const idsIn = <Ids extends string[]>(build: Build<Ids>, { pk, sk }: Key): Ids | undefined => {
  const match = patternOf(build).exec(`${pk} ${sk}`);
  // As many as `build` takes.
  return match
    ? (Array.from({ length: build.length }, (_, index) => match.groups?.[`i${index}`] ?? '') as Ids)
    : undefined;
};

/** Like `idsIn`, for a key that can only be of this kind: throws for any other. */
export const requireIds = <Ids extends string[]>(build: Build<Ids>, key: Key): Ids => {
  const ids = idsIn(build, key);
  if (!ids) throw new Error(`Unexpected key: ${key.pk} ${key.sk}.`);
  return ids;
};

/** Those of the rows that are of this kind. */
export const rowsOf = <Row extends Key, Ids extends string[]>(rows: readonly Row[], build: Build<Ids>): Row[] =>
  rows.filter((row) => idsIn(build, row) !== undefined);

/** The beginning that the sort keys of this kind share, as far as the ids are given. */
export const sortPrefix = <Ids extends string[]>(build: Build<Ids>, ...ids: string[]): string => {
  const { sk } = built(build, ids);
  const end = sk.indexOf('<');
  return end === -1 ? sk : sk.slice(0, end);
};

const builds = Object.entries(keys) as [keyof typeof keys, Build<string[]>][];

/** The kind of a row, by its key. */
export const kindOf = (key: Key): keyof typeof keys | undefined => builds.find(([, build]) => idsIn(build, key))?.[0];
