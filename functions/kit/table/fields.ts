type Read<Value> = (value: unknown) => Value;
type Shape = Readonly<Record<string, Read<unknown>>>;
type Of<S extends Shape> = { [Name in keyof S]: ReturnType<S[Name]> };

const reads =
  <Value>(kind: string, isOne: (value: unknown) => value is Value): Read<Value> =>
  (value) => {
    if (!isOne(value)) throw new TypeError(`A row has ${value === undefined ? 'nothing' : typeof value}, not ${kind}.`);
    return value;
  };

export const text = /* @__PURE__ */ reads('text', (value) => typeof value === 'string');
export const number = /* @__PURE__ */ reads('a number', (value) => typeof value === 'number');
const list = /* @__PURE__ */ reads('a list', (value): value is unknown[] => Array.isArray(value));
const map = /* @__PURE__ */ reads(
  'a map',
  (value): value is Record<string, unknown> => typeof value === 'object' && value !== null,
);

export const oneOf = <const Option extends string>(options: readonly Option[]): Read<Option> =>
  reads(options.join(' or '), (value): value is Option => options.some((option) => option === value));

export const optional =
  <Value>(read: Read<Value>): Read<Value | undefined> =>
  (value) =>
    value === undefined ? undefined : read(value);

export const nullable =
  <Value>(read: Read<Value>): Read<Value | null> =>
  (value) =>
    value === null ? null : read(value);

export const listOf =
  <Value>(read: Read<Value>): Read<Value[]> =>
  (value) =>
    list(value).map(read);

/** The fields that are read, checked like a zod schema's, for bundles that hold no zod. Others are left out. */
export const fields =
  <S extends Shape>(shape: S): Read<Of<S>> =>
  (value) => {
    const row = map(value);
    return Object.fromEntries(Object.entries(shape).map(([name, read]) => [name, read(row[name])])) as Of<S>;
  };
