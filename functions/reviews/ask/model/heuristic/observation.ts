import type { Content } from '../../../read/content.ts';
import type { Document } from './read-document.ts';

/** A place of the content: verbatim text of it, or one of its elements. */
export interface Place {
  quote?: string | undefined;
  element?: string | undefined;
}

/** What a finding points at, what is said of just that place, and what to do there. */
export interface Evidence extends Place {
  say?: string | undefined;
  suggestion?: string | undefined;
}

/** What a probe measured. Evidence comes best first, so that another finding of the same persona can take the next. */
export interface Observation {
  /** 1 to 5. */
  score: number;
  comment: string;
  suggestion?: string | undefined;
  evidence: readonly Evidence[];
}

/** One stated heuristic. */
export interface Probe {
  id: string;
  /** Dimensions that it is made for, lower case, separated by `|`; `slug:name` where a name alone is ambiguous. */
  names: string;
  /** Beginnings of words that speak of it in a dimension's texts, separated by spaces. */
  topics: string;
  /** Measures; or says, in a clause, why there is nothing to measure. */
  run: (document: Document) => Observation | string;
}

const clamp = (score: number) => Math.min(5, Math.max(1, score));

/** 5 at `good` or better, 1 at `bad` or worse, straight between; either may be the larger. */
export const between = (value: number, bad: number, good: number): number =>
  clamp(1 + (4 * (value - bad)) / (good - bad));

const MAX_QUOTE = 280;

/** The beginning of a passage as it stands in the text: cut between words, undefined where nothing can be quoted. */
export const verbatim = (text: string): string | undefined => {
  const whole = text.trim();
  if (whole.length <= MAX_QUOTE) return whole !== '' && whole.isWellFormed() ? whole : undefined;
  const start = whole.slice(0, MAX_QUOTE);
  const space = start.search(/\s\S*$/);
  const cut = (space > MAX_QUOTE / 2 ? start.slice(0, space) : start.replace(/[\uD800-\uDBFF]$/, '')).trim();
  return cut.isWellFormed() ? cut : undefined;
};

export const quoting = (text: string, say?: string, suggestion?: string): Evidence => ({
  quote: verbatim(text),
  say,
  suggestion,
});

/** An element by its label where the text has it, and by its id; a title by itself. */
export const pointing = (content: Content, element: { id?: string | undefined; label: string }): Place => {
  const stands = content.text.includes(element.label) || content.title === element.label;
  const quote = element.label.length > 2 && stands ? verbatim(element.label) : undefined;
  return { quote, element: element.id };
};

export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

export const percent = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(1, whole))} %`;

/** `a, b and c`; cut after `most`. */
export const listed = (items: readonly string[], most = 5): string => {
  const shown = items.slice(0, most);
  if (items.length > most) return `${shown.join(', ')} and ${items.length - most} more`;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
};

export const named = (text: string, most = 60): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > most ? `${line.slice(0, most).toWellFormed().trim()}…` : line}”`;
};
