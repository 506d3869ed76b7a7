import type { Content } from '../read/content.ts';
import type { Brief } from '../rows.ts';
import type { Tokens } from '../run-rows.ts';
import { sumOf } from '../tokens.ts';
import { askOnce } from './ask-once.ts';
import { plainText } from './merge-samples.ts';
import type { Facts, Model, ModelBusy, PictureBytes } from './model/model.ts';
import { parseBrief } from './parse-answer.ts';
import type { Example } from './prompt/examples.ts';
import type { Marks } from './prompt/marks.ts';
import { isShown } from './prompt/render-prompt.ts';

export type Purpose = { [Field in 'goal' | 'audience' | 'stage']?: string | null | undefined };

/** Of all pictures together, so that a row holds them. */
const MAX_TRANSCRIPT = 60_000;
const FIELDS = ['goal', 'audience', 'stage'] as const;

interface Asking {
  content: Content;
  pictures: readonly PictureBytes[];
  facts: Facts;
  given: Purpose;
  examples?: readonly Example[] | undefined;
  marks: Marks;
  signal: AbortSignal;
}

export interface Briefed {
  brief: Brief | undefined;
  transcripts: { element: string; text: string }[];
  tokens: Tokens | null;
  busy?: ModelBusy;
}

/** Given fields win; the rest is inferred. Undefined if nothing is known. */
const briefOf = (given: Purpose, inferred: Partial<Record<keyof Purpose, string>>): Brief | undefined => {
  const of = (field: keyof Purpose) => given[field]?.trim() || plainText(inferred[field] ?? '', 500);
  const brief = { goal: of('goal'), audience: of('audience'), stage: of('stage').slice(0, 40) };
  if (FIELDS.every((field) => brief[field] === '')) return undefined;
  return { ...brief, inferred: FIELDS.filter((field) => !given[field]?.trim() && brief[field] !== '') };
};

/**
 * The first call of a review: what the content is for, and which words its pictures have. It writes the provider's cache
 * of the shared prompt. Never throws; without an answer, only what was given is known.
 */
export const askBrief = async (
  model: Model,
  { content, pictures, facts, given, examples, marks, signal }: Asking,
): Promise<Briefed> => {
  const { value, tokens, busy } = await askOnce(
    model,
    { task: 'brief', content, pictures, facts, examples },
    { signal, marks, read: parseBrief },
  );
  let left = MAX_TRANSCRIPT;
  const shown = new Set(pictures.filter((one) => isShown(one, content)).map(({ element }) => element));
  const transcripts = (value?.transcripts ?? [])
    .filter(({ element }) => shown.has(element))
    .map(({ element, text }) => {
      const kept = plainText(text, left);
      left -= kept.length;
      return { element, text: kept };
    });
  return { brief: briefOf(given, value ?? {}), transcripts, tokens: sumOf(tokens), ...(busy && { busy }) };
};
