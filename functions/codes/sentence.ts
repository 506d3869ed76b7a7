/** `{name}` is filled in from the values. */
export type Sentence = readonly [what: string, remedy?: string];

export type Values = Readonly<Record<string, string | number>>;

type Places<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;

export type ValuesOf<S extends Sentence> = Readonly<Record<Places<S[number]>, string | number>>;

export const inWords = (sentence: Sentence, values: Values = {}): string =>
  sentence.join(' ').replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

export type Filled<S extends Sentence, Rest extends unknown[] = []> = keyof ValuesOf<S> extends never
  ? [values?: Record<string, never>, ...rest: Partial<Rest>]
  : [values: ValuesOf<S>, ...rest: Partial<Rest>];
