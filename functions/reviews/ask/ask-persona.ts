import { said } from '../../codes/said.ts';
import type { Judge } from '../judge/calibration/calibrator.ts';
import { chanceFrom } from '../judge/calibration/chance.ts';
import type { Content } from '../read/content.ts';
import type { PersonaAsRun } from '../rows.ts';
import { RunFailed } from '../run/run-failed.ts';
import { type Asked, askOnce, ModelSilent } from './ask-once.ts';
import { type Merged, mergeSamples } from './merge-samples.ts';
import { type Model, ModelBusy, type PictureBytes } from './model/model.ts';
import { PROMPT_VERSION } from './prompt/prompt-version.ts';
import { isShown } from './prompt/render-prompt.ts';

/** One question, and its repair, are each given so long. */
const ASK_MS = 60_000;
const MAX_SAMPLES = 9;
const SEED_STEP = 0x9e3779b1;

export interface PersonaQuestion {
  persona: PersonaAsRun;
  content: Content;
  pictures: readonly PictureBytes[];
  /** Decides the order of dimensions in each sample. */
  seed: number;
  signal: AbortSignal;
  /** Default: what the model asks for. */
  samples?: number;
  askMs?: number;
}

/** What a persona says of content, over all samples. */
export interface PersonaVerdict extends Omit<Merged, 'missing'> {
  /** How many usable answers there were. */
  samples: number;
  tokens: { input: number; output: number } | null;
}

/** Who judges, as calibration tells judges apart. */
export const judgeOf = (model: Model): Judge => ({ model: model.id, prompt: PROMPT_VERSION });

/** Fisher and Yates. */
const shuffled = <T>(all: readonly T[], chance: () => number): T[] => {
  const rest = [...all];
  return all.flatMap(() => rest.splice(Math.floor(chance() * rest.length), 1));
};

const tokensOf = (asked: readonly Asked[]): PersonaVerdict['tokens'] => {
  const counted = asked.flatMap(({ tokens }) => tokens ?? []);
  if (counted.length === 0) return null;
  return counted.reduce((sum, { input, output }) => ({ input: sum.input + input, output: sum.output + output }));
};

/** Why nothing came of it. */
const failure = (asked: readonly Asked[], missing: readonly string[]): Error => {
  const busy = asked.flatMap((one) => one.busy ?? []);
  if (busy.length > 0) {
    const silent = busy.find((one) => one instanceof ModelSilent);
    if (silent) return silent;
    const waits = busy.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
    return new ModelBusy(busy[0]?.said ?? said('model_unreachable'), waits.length > 0 ? Math.max(...waits) : undefined);
  }
  const fault = asked.find((one) => one.fault !== undefined)?.fault;
  return new RunFailed(fault ?? said('dimensions_missing', { dimensions: missing.join(', ') }));
};

/**
 * Asks a persona what it thinks of content: several times at once, the dimensions in another order each time. Every
 * dimension is in the verdict. Throws ModelBusy (ModelSilent where it never answered) where another try later may do, else RunFailed in words.
 */
export const askPersona = async (
  model: Model,
  { persona, content, pictures, seed, signal, samples = model.samples, askMs = ASK_MS }: PersonaQuestion,
): Promise<PersonaVerdict> => {
  const hasText = content.text.trim() !== '';
  if (model.live && !hasText && !pictures.some((picture) => isShown(picture, content)))
    throw new RunFailed(said(pictures.length > 0 ? 'picture_too_large' : 'nothing_to_judge'));
  const times = Math.min(MAX_SAMPLES, Math.max(1, Math.floor(samples)));
  const asked = await Promise.all(
    Array.from({ length: times }, (_, index) => {
      const dimensions = shuffled(persona.evaluation_dimensions, chanceFrom(seed + index * SEED_STEP));
      return askOnce(model, { persona, dimensions, content, pictures }, { signal, askMs });
    }),
  );
  const usable = asked.flatMap(({ sample }) => sample ?? []);
  if (usable.length === 0) throw failure(asked, []);
  const { missing, ...merged } = mergeSamples(usable, persona, content);
  if (missing.length > 0) throw failure(asked, missing);
  return { ...merged, samples: usable.length, tokens: tokensOf(asked) };
};
