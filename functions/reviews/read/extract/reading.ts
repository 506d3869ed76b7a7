import { type Said, SaidError } from '../../../codes/said.ts';
import { type Content, cutSpans, cutText, type Element, MAX_ELEMENTS, type Span } from '../content.ts';

export class Passing extends Error {}

/** Trying again would not help. The message says what to change. */
export class Unreadable extends SaidError {}

export type Reading = Omit<Content, 'input_type' | 'pictures' | 'comment'>;

export interface Placed extends Element {
  at: number;
}

const MAX_LABEL = 200;

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
  return text.length <= MAX_LABEL ? text : `${text.slice(0, MAX_LABEL - 1).toWellFormed()}…`;
};

const choose = (placed: readonly Placed[], end: number): Element[] => {
  const within = placed.filter(({ at }) => at <= end);
  const last = [...within].sort((one, other) => RANK[one.kind] - RANK[other.kind])[MAX_ELEMENTS];
  const worst = last ? RANK[last.kind] : Number.POSITIVE_INFINITY;
  let room = MAX_ELEMENTS - within.filter(({ kind }) => RANK[kind] < worst).length;
  return within.flatMap(({ at: _, label, ...element }) => {
    if (RANK[element.kind] === worst) room -= 1;
    const isIn = RANK[element.kind] < worst || (RANK[element.kind] === worst && room >= 0);
    return isIn ? [{ ...element, label: oneLine(label) }] : [];
  });
};

interface Read {
  title: string | null;
  url?: string | null;
  language?: string | null;
  text: string;
  elements?: readonly Placed[];
  code?: readonly Span[];
  is_tagged?: boolean | undefined;
  is_titled?: boolean | undefined;
  notes?: readonly Said[];
}

export const toReading = (read: Read): Reading => {
  const { title, url = null, language = null, text, elements = [], code = [], notes = [] } = read;
  const { is_tagged, is_titled } = read;
  const kept = cutText(text);
  return {
    title: title === null ? null : oneLine(title) || null,
    url,
    language,
    ...kept,
    elements: choose(elements, kept.text.length),
    ...(code.length > 0 && { code: cutSpans(code, kept.text.length) }),
    ...(is_tagged !== undefined && { is_tagged }),
    ...(is_titled !== undefined && { is_titled }),
    notes: notes.slice(0, 10),
  };
};
