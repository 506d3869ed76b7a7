import { jsonrepair } from 'jsonrepair';
import * as z from 'zod';
import { isRecord } from '../../kit/unknown.ts';
import type { StoredDimensions } from '../../personas/schema.ts';
import { Answer, type AnsweredFinding, BriefAnswer, ChairAnswer, VersionsAnswer } from './model/answer.ts';

interface FoundJson {
  value: unknown;
  whole: boolean;
}

interface Ends {
  end?: number;
  /** If a quotation mark that isn't escaped, as in „this", hides the end. */
  seemingEnd?: number | undefined;
  lastObject?: number | undefined;
}

/** The end of an answer that doesn't break off. */
const CLOSED = /\}\s*(?:```\s*)?$/;

const endsOf = (text: string, from: number): Ends => {
  let depth = 0;
  let isString = false;
  let lastObject: number | undefined;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (isString) {
      if (character === '\\') at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return { end: at + 1 };
      if (character === '}') lastObject = at + 1;
    }
  }
  const closing = isString ? CLOSED.exec(text.slice(-100))?.[0] : undefined;
  return { seemingEnd: closing === undefined ? undefined : text.length - closing.length + 1, lastObject };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(jsonrepair(text));
  }
};

const objectWith = (keys: readonly string[], text: string): unknown => {
  try {
    const value = parsed(text);
    return isRecord(value) && keys.some((key) => Object.hasOwn(value, key)) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** A text of braces alone must not take long. */
const MAX_TRIES = 50;

/**
 * Models put fences, greetings, thoughts and examples around their JSON, leave trailing commas and raw line breaks in
 * it, or break off. The last whole object counts; of one that breaks off, its whole entries.
 */
export const readJson = (text: string, keys: readonly string[]): FoundJson | undefined => {
  const said = text.replace(/<think>.*?<\/think>/gs, '');
  let found: FoundJson | undefined;
  let from = said.indexOf('{');
  for (let tries = 0; from !== -1 && tries < MAX_TRIES; tries += 1) {
    const { end, seemingEnd, lastObject = from } = endsOf(said, from);
    const to = end ?? (found ? undefined : seemingEnd);
    const value = to === undefined ? undefined : objectWith(keys, said.slice(from, to));
    if (value !== undefined) found = { value, whole: true };
    else if (end === undefined && !found) {
      const entries = objectWith(keys, said.slice(from, lastObject));
      if (entries !== undefined) found = { value: entries, whole: false };
    }
    from = said.indexOf('{', (value === undefined ? end : to) ?? from + 1);
  }
  return found;
};

const MAX_CHARACTERS = 200_000;
const MAX_FINDINGS = 5;

export interface Sample {
  /** By dimension; null if the model did not judge it. */
  scores: ReadonlyMap<string, { score: number | null; reason: string | null }>;
  findings: readonly AnsweredFinding[];
  summary: string;
  /** Findings over the limit that were left out. */
  left_out: number;
  /** Whether the answer did not break off. */
  whole: boolean;
}

/** A fault tells the model what to change; `rest` says what is missing from an answer that broke off. */
export interface Parsed {
  sample?: Sample;
  fault?: string;
  rest?: string;
  /** Dimensions without an entry among the scores. */
  missing?: number;
}

const tidy = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

const bare = (name: string): string => tidy(name).replace(/[^\p{L}\p{N}]/gu, '');

const unnumbered = (name: string): string => name.replace(/^\s*\d{1,2}[.)]\s*/, '');

/** From the strictest on; a form that several dimensions share names none of them. */
const FORMS = [(name: string) => name, tidy, bare];

/** The asked dimension that a model means by a name; models number them and change their case. */
const namesIn = (dimensions: StoredDimensions) => {
  const all = dimensions.map(({ name }) => name);
  const byForm = FORMS.map((form) => ({ form, names: Map.groupBy(all, form) }));
  return (given: string): string | undefined => {
    const found = [given, unnumbered(given)].flatMap((one) => byForm.map(({ form, names }) => names.get(form(one))));
    return found.find((names) => names?.length === 1)?.[0];
  };
};

const jsonIn = (text: string, keys: readonly string[]) => {
  if (text.length > MAX_CHARACTERS) return { fault: 'It is far too long.' };
  const found = readJson(text, keys);
  return found ?? { fault: text.trim() === '' ? 'It is empty.' : 'It is not JSON.' };
};

const misfit = (error: z.ZodError) => `It does not fit the form. ${z.prettifyError(error).slice(0, 600)}`;

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** The worst first, strengths last; at most as many as are allowed. */
const mostSevere = (findings: readonly AnsweredFinding[]): AnsweredFinding[] =>
  findings.length <= MAX_FINDINGS
    ? [...findings]
    : findings.toSorted((one, other) => (other.severity ?? 0) - (one.severity ?? 0)).slice(0, MAX_FINDINGS);

const placeOf = ({ dimension, evidence: [first], comment }: AnsweredFinding): string =>
  [dimension, first?.quote ?? first?.element ?? comment, ...(first?.region ?? [])].join(' ');

const listOf = (findings: readonly AnsweredFinding[]): string => findings.map(placeOf).join('; ');

/** Reads an answer to a persona's question. Scores and findings of `before`, an answer that broke off, are kept. */
export const parseAnswer = (
  text: string,
  dimensions: StoredDimensions,
  { before, must_score = false }: { before?: Sample | undefined; must_score?: boolean | undefined } = {},
): Parsed => {
  const found = jsonIn(text, ['scores', 'findings', 'summary']);
  if ('fault' in found) return { fault: found.fault };
  const answer = Answer.safeParse({ scores: [], ...(found.value as object) });
  if (!answer.success) return { fault: misfit(answer.error) };
  const nameOf = namesIn(dimensions);
  const scores = new Map(before?.scores);
  for (const { dimension, score, reason } of answer.data.scores) {
    const name = nameOf(dimension);
    if (name !== undefined && !(must_score && score === null)) scores.set(name, { score, reason });
  }
  const given = answer.data.findings
    .map((one) => ({ ...one, dimension: nameOf(one.dimension) ?? one.dimension }))
    // Models repeat findings that they were asked not to repeat.
    .filter((one) => !before?.findings.some((known) => placeOf(known) === placeOf(one)));
  const findings = mostSevere([...(before?.findings ?? []), ...given]);
  const missing = dimensions.map(({ name }) => name).filter((name) => !scores.has(name));
  const sample = {
    scores,
    findings,
    summary: answer.data.summary || (before?.summary ?? ''),
    left_out: (before?.findings.length ?? 0) + given.length - findings.length,
    whole: found.whole,
  };
  const isUsable = scores.size > 0 || findings.length > 0;
  if (missing.length === 0) {
    const unexplained = [...scores].flatMap(([name, { score, reason }]) => (score === null && !reason ? [name] : []));
    if (unexplained.length === 0) return { sample };
    return { sample, fault: `It has no "reason" why ${quoted(unexplained)} has no score.` };
  }
  const fault = `It gives no score for ${quoted(missing)}.`;
  if (found.whole || !isUsable) return { ...(isUsable && { sample }), fault, missing: missing.length };
  const known = findings.length > 0 ? `; don't repeat these findings: ${listOf(findings)}` : '';
  return {
    sample,
    fault,
    rest: `"scores" for ${quoted(missing)}, the "summary", and findings that are missing${known}`,
    missing: missing.length,
  };
};

const partOf = <Part extends z.ZodType>(text: string, name: 'brief' | 'chair', keys: readonly string[], form: Part) => {
  const found = jsonIn(text, [name, ...keys]);
  if ('fault' in found) return { fault: found.fault };
  const { [name]: part, ...bareAnswer } = found.value as Record<string, unknown>;
  const read = form.safeParse(part ?? bareAnswer);
  return read.success ? { value: read.data } : { fault: misfit(read.error) };
};

export const parseBrief = (text: string): { value?: BriefAnswer; fault?: string } =>
  partOf(text, 'brief', ['goal', 'audience', 'stage', 'transcripts'], BriefAnswer);

export const parseChair = (text: string): { value?: ChairAnswer; fault?: string } =>
  partOf(text, 'chair', ['verdict', 'order', 'groups'], ChairAnswer);

/** One entry for each of the asked dimensions that the answer has. */
export const parseVersions = (text: string, dimensions: StoredDimensions) => {
  const found = jsonIn(text, ['versions']);
  if ('fault' in found) return { fault: found.fault };
  const answer = VersionsAnswer.safeParse(found.value);
  if (!answer.success) return { fault: misfit(answer.error) };
  const nameOf = namesIn(dimensions);
  const byName = new Map(answer.data.versions.map((one) => [nameOf(one.dimension), one]));
  const value = dimensions.flatMap(({ name: dimension }) => {
    const one = byName.get(dimension);
    return one ? [{ ...one, dimension }] : [];
  });
  const missing = dimensions.map(({ name }) => name).filter((name) => !byName.has(name));
  if (missing.length === 0) return { value };
  const fault = `It has no entry for ${quoted(missing)}.`;
  return value.length > 0 ? { value, fault, doubt: missing.length } : { fault };
};
