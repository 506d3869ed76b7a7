import { CODES, type Code } from './codes.ts';
import { type Filled, inWords, type Sentence, type Values } from './sentence.ts';

/** As rows keep it: the text stays readable after its code is gone. */
export interface Said {
  text: string;
  code: Code;
  values?: Values | undefined;
}

export const saidFrom =
  <Table extends Readonly<Record<keyof Table, Sentence>>>(table: Table) =>
  <C extends keyof Table & Code>(code: C, ...[values]: Filled<Table[C]>): Said => ({
    text: inWords(table[code], values),
    code,
    ...(values && { values }),
  });

export const said = /* @__PURE__ */ saidFrom(CODES);

export const textOf = (all: readonly Said[]): string => all.map(({ text }) => text).join(' ');

export const codesOf = (all: readonly Said[]): Omit<Said, 'text'>[] =>
  all.map(({ code, values }) => ({ code, ...(values && { values }) }));

export class SaidError extends Error {
  readonly said: Said;

  constructor(why: Said, options?: ErrorOptions) {
    super(why.text, options);
    this.said = why;
  }
}
