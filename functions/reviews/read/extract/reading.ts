import type { Said } from '../../../codes/said.ts';
import { type Content, cutText, type Element } from '../content.ts';

/** What was read of a text. */
export type Reading = Omit<Content, 'input_type' | 'pictures' | 'comment'>;

/** An element, and the place in the text at which it stands. */
export interface Placed extends Element {
  at: number;
}

const MOST_ELEMENTS = 400;
const MOST_OF_A_LABEL = 200;

/** Where there are too many, these stay. */
const RANK: Readonly<Record<Element['kind'], number>> = {
  page: 0,
  heading: 0,
  screenshot: 0,
  button: 1,
  field: 1,
  image: 2,
  table: 2,
  code: 2,
  list: 3,
  link: 3,
  other: 3,
};

const oneLine = (label: string) => {
  const text = label.replace(/\s+/g, ' ').trim();
  return text.length <= MOST_OF_A_LABEL ? text : `${text.slice(0, MOST_OF_A_LABEL - 1).toWellFormed()}…`;
};

const choose = (placed: readonly Placed[], end: number): Element[] => {
  const within = placed.filter(({ at }) => at <= end);
  const last = [...within].sort((one, other) => RANK[one.kind] - RANK[other.kind])[MOST_ELEMENTS];
  const worst = last ? RANK[last.kind] : Number.POSITIVE_INFINITY;
  let room = MOST_ELEMENTS - within.filter(({ kind }) => RANK[kind] < worst).length;
  return within.flatMap(({ at: _, label, ...element }) => {
    if (RANK[element.kind] === worst) room -= 1;
    const isIn = RANK[element.kind] < worst || (RANK[element.kind] === worst && room >= 0);
    return isIn ? [{ ...element, label: oneLine(label) }] : [];
  });
};

export interface Read {
  title: string | null;
  url?: string | null;
  language?: string | null;
  text: string;
  elements?: readonly Placed[];
  notes?: readonly Said[];
}

/** Cuts what was read to what is judged: elements that stand behind the cut go, and of very many those of least weight. */
export const toReading = ({ title, url = null, language = null, text, elements = [], notes = [] }: Read): Reading => {
  const kept = cutText(text);
  return {
    title: title === null ? null : oneLine(title) || null,
    url,
    language,
    ...kept,
    elements: choose(elements, kept.text.length),
    notes: notes.slice(0, 10),
  };
};
