import { CODES, type Code } from './codes.ts';
import { type Filled, inWords, type Values } from './sentence.ts';

/** A sentence with its code, as rows keep it: the text stays readable after its code is gone. */
export interface Said {
  text: string;
  code: Code;
  values?: Values | undefined;
}

export const said = <C extends Code>(code: C, ...[values]: Filled<(typeof CODES)[C]>): Said => ({
  text: inWords(CODES[code], values),
  code,
  ...(values && { values }),
});

export const textOf = (all: readonly Said[]): string => all.map(({ text }) => text).join(' ');

/** The codes that rows and answers hold next to a text. */
export const codesOf = (all: readonly Said[]): Omit<Said, 'text'>[] =>
  all.map(({ code, values }) => ({ code, ...(values && { values }) }));

/** An error whose message may be shown. */
export class SaidError extends Error {
  readonly said: Said;

  constructor(why: Said, options?: ErrorOptions) {
    super(why.text, options);
    this.said = why;
  }
}
