export interface Key {
  pk: string;
  sk: string;
}

type Ids<Text extends string> = string extends Text
  ? string[]
  : Text extends `${string}<${string}>${infer Rest}`
    ? [string, ...Ids<Rest>]
    : [];

type Purge =
  | 'workspace partition'
  | 'annotation partition'
  | 'review partition'
  | 'published personas'
  | 'showcased reviews'
  | 'audit months'
  | 'changes of the workspace'
  | 'claim of the workspace'
  | 'outlives workspaces';

export interface Pattern<Text extends string = string> {
  (...ids: Ids<Text>): string;
  readonly text: Text;
}

export interface Partition<Text extends string = string> extends Pattern<Text> {
  readonly purge: Purge;
}

/** Builds keys from the ids of its patterns, the partition's first. */
export interface RecordKind<Args extends string[] = string[]> {
  (...ids: Args): Key;
  readonly pk: string;
  readonly sk: string;
  readonly whole: Pattern;
  /** Rows of the scratch table have none: they expire. */
  readonly purge?: Purge | undefined;
}

export type Declaration = readonly [
  within: string | { text: string; purge: Purge },
  sk: string,
  listed?: ReadonlySet<string>,
];

type TextOf<Within> = Within extends { text: infer Text extends string }
  ? Text
  : Within extends string
    ? Within
    : never;

type KindOf<D extends Declaration> = RecordKind<[...Ids<TextOf<D[0]>>, ...Ids<D[1]>]>;

const ID = /<\w+>/;

const idCount = (text: string) => text.split(ID).length - 1;

const pattern = <Text extends string>(text: Text): Pattern<Text> => {
  const raw = text.split(ID);
  return Object.assign((...ids: string[]) => String.raw({ raw }, ...ids), { text });
};

export const partition = <Text extends string>({ text, purge }: { text: Text; purge: Purge }): Partition<Text> =>
  Object.assign(pattern(text), { purge });

const kindFrom = ([within, sk]: Declaration): RecordKind => {
  const { text: pk, purge } = typeof within === 'string' ? { text: within } : within;
  const fillPk: Pattern = pattern(pk);
  const fillSk: Pattern = pattern(sk);
  const inPk = idCount(pk);
  const build = (...ids: string[]) => ({ pk: fillPk(...ids), sk: fillSk(...ids.slice(inPk)) });
  return Object.assign(build, { pk, sk, purge, whole: pattern(`${pk} ${sk}`) });
};

const mapped = (table: Record<string, unknown>, make: (value: never) => unknown) =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, make(value as never)]));

export const patternsFrom = <const T extends Record<string, string>>(table: T) =>
  mapped(table, pattern) as { [Name in keyof T]: Pattern<T[Name]> };

export const recordsFrom = <const T extends Record<string, Declaration>>(table: T) =>
  mapped(table, kindFrom) as { [Name in keyof T]: KindOf<T[Name]> };

const expressions = new Map<string, RegExp>();

const expressionOf = (text: string): RegExp => {
  const escaped = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/<\w+>/g, '([^# ]+)')}$`);
};

/** One for each id that the pattern takes; undefined for a value of another pattern. */
export const idsOf = <Text extends string>({ text }: Pattern<Text>, value: string): Ids<Text> | undefined => {
  const expression = expressions.get(text) ?? expressionOf(text);
  expressions.set(text, expression);
  return expression.exec(value)?.slice(1) as Ids<Text> | undefined;
};

export const idsIn = <Args extends string[]>(kind: RecordKind<Args>, { pk, sk }: Key): Args | undefined =>
  idsOf(kind.whole, `${pk} ${sk}`) as Args | undefined;

/** For a value that can only be of this pattern. */
export const requireIdsOf = <Text extends string>(pattern: Pattern<Text>, value: string): Ids<Text> => {
  const ids = idsOf(pattern, value);
  if (!ids) throw new Error(`Unexpected key: ${value}.`);
  return ids;
};

/** For a key that can only be of this kind. */
export const requireIds = <Args extends string[]>({ whole }: RecordKind<Args>, { pk, sk }: Key): Args =>
  requireIdsOf(whole, `${pk} ${sk}`) as Args;

export const rowsOf = <Row extends Key, Args extends string[]>(rows: readonly Row[], kind: RecordKind<Args>): Row[] =>
  rows.filter((row) => idsIn(kind, row) !== undefined);

export const sortPrefix = <Args extends string[]>({ pk, sk }: RecordKind<Args>, ...ids: string[]): string => {
  const inSort = ids.slice(idCount(pk));
  return String.raw({ raw: sk.split(ID).slice(0, inSort.length + 1) }, ...inSort);
};

/** Part of a query: all rows of a kind with these first ids, which are at least those of the partition. */
export const allOf = <Args extends string[]>(kind: RecordKind<Args>, ...ids: string[]) => ({
  partition: String.raw({ raw: kind.pk.split(ID) }, ...ids.slice(0, idCount(kind.pk))),
  sort: ['begins_with', sortPrefix(kind, ...ids)] as const,
});

type Attributes = Readonly<Record<string, unknown>>;

/** Undefined if the row has none. */
export const findNumberAt = (row: Attributes, name: string): number | undefined => {
  const value = row[name];
  if (value !== undefined && typeof value !== 'number') throw new Error(`The ${name} of a row is no number.`);
  return value;
};

/** For an attribute that every row of its kind has. */
export const numberAt = (row: Attributes, name: string): number => {
  const value = findNumberAt(row, name);
  if (value === undefined) throw new Error(`A row has no ${name}.`);
  return value;
};

/** For an attribute that every row of its kind has. */
export const textAt = (row: Attributes, name: string): string => {
  const value = row[name];
  if (typeof value !== 'string') throw new Error(`A row has no ${name}.`);
  return value;
};

/** Whether an operator put a lost row back, as images of a stream record say: nothing new happened. */
export const isRestored = (before: object | undefined, after: object): boolean =>
  before === undefined && 'restored_at' in after;

export const isLive = <Row extends object>(row: Row | undefined): row is Row =>
  row !== undefined && (row as Attributes).deleted_at === undefined;

/** The attribute may be absent. */
export const hasMember = (set: unknown, member: unknown): boolean => set instanceof Set && set.has(member);
