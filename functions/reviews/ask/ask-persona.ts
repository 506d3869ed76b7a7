import { SaidError, said } from '../../codes/said.ts';
import { type Judge, withExamples } from '../judge/calibration/calibrator.ts';
import { chanceFrom } from '../judge/calibration/chance.ts';
import { type Grounding, groundIn } from '../judge/ground.ts';
import type { Content } from '../read/content.ts';
import type { Brief } from '../rows.ts';
import type { PersonaAsRun, Tokens } from '../run-rows.ts';
import { sumOf } from '../tokens.ts';
import { type Asked, askOnce, ModelSilent, type Read } from './ask-once.ts';
import { judgeable } from './judgeable.ts';
import { type Merged, mergeSamples } from './merge-samples.ts';
import { type Facts, type Model, ModelBusy, type PersonaQuestion, type PictureBytes } from './model/model.ts';
import { parseAnswer, type Sample } from './parse-answer.ts';
import { type Example, examplesHash } from './prompt/examples.ts';
import { freshMarks, type Marks } from './prompt/marks.ts';
import { PROMPT_VERSION } from './prompt/prompt-version.ts';
import { isShown } from './prompt/render-prompt.ts';

/** A persona could not come to a verdict, and another try would end the same. The message is for the workspace. */
export class RunFailed extends SaidError {
  /** By answers that are of no use. */
  used: Tokens | null = null;
}

const SEED_STEP = 0x9e3779b1;

interface Asking {
  persona: PersonaAsRun;
  content: Content;
  pictures: readonly PictureBytes[];
  facts?: Facts | undefined;
  brief?: Brief | undefined;
  examples?: readonly Example[];
  /** The same for all calls of a review. */
  marks?: Marks;
  /** Decides the order of dimensions in each sample. */
  seed: number;
  signal: AbortSignal;
  /** Every dimension is asked and gets a number. */
  must_score?: boolean;
  /** Instead of the model's settings. */
  samples?: number;
  /** For one answer, instead of the model's timeout. */
  askMs?: number;
}

export interface PersonaVerdict extends Merged {
  /** Usable answers, of how many that were asked for. */
  samples: number;
  samples_asked: number;
  tokens: Tokens | null;
  calls: number;
  /** Findings over the limit of an answer. */
  left_out: number;
}

/** Who judges, as calibration tells judges apart. */
export const judgeOf = (model: Model, examples: readonly Example[] = []): Judge =>
  withExamples({ model: model.id, prompt: PROMPT_VERSION }, examples.length > 0 ? examplesHash(examples) : null);

/** Fisher and Yates. */
const shuffled = <T>(all: readonly T[], chance: () => number): T[] => {
  const rest = [...all];
  return all.flatMap(() => rest.splice(Math.floor(chance() * rest.length), 1));
};

const failure = (asked: readonly Asked<Sample>[]): ModelBusy | RunFailed => {
  const busy = asked.flatMap((one) => one.busy ?? []);
  if (busy.length > 0) {
    const silent = busy.find((one) => one instanceof ModelSilent);
    if (silent) return silent;
    const waits = busy.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
    return new ModelBusy(busy[0]?.said ?? said('model_unreachable'), waits.length > 0 ? Math.max(...waits) : undefined);
  }
  return new RunFailed(asked.find((one) => one.fault !== undefined)?.fault ?? said('answer_unusable'));
};

const SOUND = 4;

/** Middling scores without a single piece of evidence say nothing. */
const isLazy = ({ scores, findings }: Sample): boolean =>
  findings.every(({ evidence }) => evidence.every(({ quote, element }) => !quote && !element)) &&
  [...scores.values()].some(({ score }) => score !== null && (findings.length > 0 || score < SOUND));

const rejectedQuotes = ({ findings }: Sample, { ground }: Grounding): string[] =>
  findings.flatMap(({ evidence }) =>
    evidence.flatMap((one) => (one.quote && !ground(one).grounded ? [one.quote] : [])),
  );

const quotesFault = (quotes: readonly string[], { nearest }: Grounding): string =>
  quotes
    .map((quote) => {
      const passages = nearest(quote).map((passage) => `"${passage}"`);
      const hint = passages.length > 0 ? ` The nearest passages are ${passages.join(' and ')}.` : '';
      return `The content does not have the words "${quote}".${hint}`;
    })
    .join(' ');

const LAZY =
  'It has no evidence. Quote the words that each finding is about, or give no findings and say why in "reason".';

/** A missing score weighs more than any fault of the evidence. */
const MISSING = 1000;

/** Reads an answer to a persona's question. Only a model is asked again for faults of its evidence. */
const reader =
  (question: PersonaQuestion, grounding: Grounding, isChecked: boolean) =>
  (text: string, first?: Read<Sample>): Read<Sample> => {
    const parse = (before?: Sample) =>
      parseAnswer(text, question.dimensions, { before, must_score: question.must_score });
    const alone = parse(first?.rest ? first.value : undefined);
    // Asked for a score or a reason, models give only the scores again.
    const isOnlyScores =
      alone.sample?.findings.length === 0 && first?.doubt !== undefined && first.doubt % MISSING === 0;
    const { sample, fault, rest, missing = 0 } = isOnlyScores ? parse(first.value) : alone;
    if (!sample || !isChecked) return { value: sample, fault, rest, doubt: missing * MISSING };
    const rejected = rejectedQuotes(sample, grounding);
    const faults = [
      fault,
      isLazy(sample) && !question.must_score ? LAZY : undefined,
      rejected.length > 0 ? quotesFault(rejected, grounding) : undefined,
    ].filter((one) => one !== undefined);
    const doubt = missing * MISSING + (isLazy(sample) ? 100 : 0) + rejected.length;
    return { value: sample, fault: faults.length > 0 ? faults.join(' ') : undefined, rest, doubt };
  };

/**
 * Asks a persona about content: several times at once, the dimensions in another order each time. Every dimension is in
 * the verdict, judged or not. Throws ModelBusy (ModelSilent if it never answered) if a later try may succeed, else
 * RunFailed.
 */
export const askPersona = async (
  model: Model,
  {
    persona,
    content,
    pictures,
    facts,
    brief,
    examples = [],
    marks = freshMarks(),
    seed,
    signal,
    must_score = false,
    samples: samples_asked = model.settings.samples,
    askMs,
  }: Asking,
): Promise<PersonaVerdict> => {
  const hasText = content.text.trim() !== '';
  const shown = pictures.filter((picture) => isShown(picture, content)).length;
  if (model.live && !hasText && shown === 0)
    throw new RunFailed(said(pictures.length > 0 ? 'picture_too_large' : 'nothing_to_judge'));
  const all = persona.evaluation_dimensions;
  const { asked, not_judged } = must_score ? { asked: all, not_judged: [] } : judgeable(all, content, shown);
  const nothing = { summary: '', samples: 0, samples_asked: 0, tokens: null, calls: 0, left_out: 0 };
  if (asked.length === 0) return { ...nothing, scores: not_judged, findings: [], score: null };
  const grounding = groundIn(content);
  // Without a transcript, the words in a picture are in no text.
  const isChecked = model.live && (pictures.length === 0 || content.transcripts !== undefined);
  const answers = await Promise.all(
    Array.from({ length: samples_asked }, (_, index) => {
      const dimensions = shuffled(asked, chanceFrom(seed + index * SEED_STEP));
      const question = {
        task: 'persona',
        persona,
        dimensions,
        content,
        pictures,
        facts,
        brief,
        examples,
        must_score,
      } as const;
      return askOnce(model, question, { signal, askMs, marks, read: reader(question, grounding, isChecked) });
    }),
  );
  const usable = answers.flatMap(({ value }) => value ?? []);
  const tokens = sumOf(answers.flatMap((one) => one.tokens));
  // The findings of answers that all broke off before their scores are no verdict.
  if (usable.every(({ scores, whole }) => !whole && scores.size === 0))
    throw Object.assign(failure(answers), { used: tokens });
  const { scores, ...merged } = mergeSamples(usable, asked, grounding);
  const order = new Map(all.map(({ name }, at) => [name, at]));
  const placeOf = ({ dimension }: { dimension: string }) => order.get(dimension) ?? 0;
  return {
    ...merged,
    scores: [...scores, ...not_judged].toSorted((one, other) => placeOf(one) - placeOf(other)),
    samples: usable.length,
    samples_asked,
    tokens,
    calls: answers.reduce((sum, { calls }) => sum + calls, 0),
    left_out: usable.reduce((sum, one) => sum + one.left_out, 0),
  };
};
