import { type Said, said } from '../../codes/said.ts';
import { sha256 } from '../../kit/sha256.ts';
import { groundIn } from '../judge/ground.ts';
import type { Content } from '../read/content.ts';
import type { Brief } from '../rows.ts';
import type { Blind, BlindAnswer, PersonaAsRun, Tokens } from '../run-rows.ts';
import { sumOf } from '../tokens.ts';
import { type Asked, askOnce } from './ask-once.ts';
import { judgeable } from './judgeable.ts';
import { plainText } from './merge-samples.ts';
import type { VersionsAnswer } from './model/answer.ts';
import type { Model, PictureBytes } from './model/model.ts';
import { parseVersions } from './parse-answer.ts';
import type { Marks } from './prompt/marks.ts';
import { isShown } from './prompt/render-prompt.ts';
import { shownVersions } from './shown-versions.ts';

export interface SeenContent {
  content: Content;
  pictures: readonly PictureBytes[];
}

interface Asking {
  persona: PersonaAsRun;
  previous: SeenContent;
  new: SeenContent;
  brief: Brief | undefined;
  letters: readonly BlindAnswer['new_as'][];
  marks: Marks;
  signal: AbortSignal;
}

interface Blinded {
  blind?: Blind;
  tokens: Tokens | null;
}

interface Seat {
  review: string;
  position: number;
  total: number;
}

/**
 * The letter of the new version for a persona, drawn by the review's id: half of a panel sees it as A, the other half
 * as B. Alone, a persona is asked both ways.
 */
export const lettersOf = ({ review, position, total }: Seat): BlindAnswer['new_as'][] => {
  if (total === 1) return ['A', 'B'];
  const lotOf = (at: number) => sha256(`letters ${review} ${at}`);
  const drawn = Array.from({ length: total }, (_, at) => at).sort((one, other) => (lotOf(one) < lotOf(other) ? -1 : 1));
  return [drawn.indexOf(position) % 2 === 0 ? 'A' : 'B'];
};

const wordsOf = ({ content: { title, text, elements } }: SeenContent): string =>
  JSON.stringify([title, text, elements.map(({ kind, label, href }) => [kind, label, href])]);

/** Whether readers see no difference, so that nothing needs to be asked. */
const isUnchanged = (one: SeenContent, other: SeenContent): boolean =>
  wordsOf(one) === wordsOf(other) &&
  one.pictures.length === other.pictures.length &&
  one.pictures.every(({ bytes }, at) => Buffer.compare(bytes, other.pictures[at]?.bytes ?? new Uint8Array()) === 0);

/** Inferred purposes come from the new version and would favor it. */
const givenOf = (brief: Brief | undefined): Brief | undefined =>
  brief && { ...brief, ...Object.fromEntries(brief.inferred.map((field) => [field, ''])), inferred: [] };

const answerOf = (
  answered: VersionsAnswer['versions'],
  new_as: BlindAnswer['new_as'],
  contents: { previous: Content; new: Content },
): BlindAnswer => {
  const grounding = { previous: groundIn(contents.previous), new: groundIn(contents.new) };
  const found = (version: 'previous' | 'new', quote: string | null) => {
    const evidence = quote ? grounding[version].ground({ quote, element: null, region: null }) : undefined;
    return evidence?.grounded ? evidence.quote : null;
  };
  return {
    new_as,
    dimensions: answered.map(({ dimension, why, better, by, quote_a, quote_b }) => {
      const [ofNew, ofPrevious] = new_as === 'A' ? [quote_a, quote_b] : [quote_b, quote_a];
      const isSame = better === 'same' || by === 0;
      const winner = better === new_as ? 'new' : 'previous';
      return {
        dimension,
        better: isSame ? 'same' : winner,
        by: isSame ? 0 : by,
        why: plainText(why, 600),
        quotes: { new: found('new', ofNew), previous: found('previous', ofPrevious) },
      };
    }),
  };
};

const failureOf = (asked: readonly Asked<unknown>[]): Said =>
  asked.flatMap(({ busy, fault }) => busy?.said ?? fault ?? [])[0] ?? said('answer_unusable');

/**
 * Asks a persona which of two versions is better without telling which is the new one: one call for each letter. Never
 * throws; `blind` is absent if the persona can judge neither.
 */
export const askVersions = async (
  model: Model,
  { persona, previous, new: next, brief, letters, marks, signal }: Asking,
): Promise<Blinded> => {
  if (isUnchanged(previous, next)) return { blind: { state: 'unchanged' }, tokens: null };
  const shown = shownVersions(previous.content, next.content);
  const picturesOf = ({ pictures, content }: SeenContent) => pictures.filter((one) => isShown(one, content));
  const pictures = { previous: picturesOf(previous), new: picturesOf(next) };
  // A picture of one version alone would tell how it was read.
  const inBoth = (name: 'previous' | 'new', other: 'previous' | 'new') => ({
    ...shown[name],
    pictures: pictures[name].filter(({ element }) => pictures[other].some((one) => one.element === element)),
  });
  const versions = { previous: inBoth('previous', 'new'), new: inBoth('new', 'previous') };
  const { asked: dimensions } = judgeable(persona.evaluation_dimensions, next.content, versions.new.pictures.length);
  if (dimensions.length === 0) return { tokens: null };
  const asked = await Promise.all(
    letters.map(async (letter) => {
      const question = {
        task: 'versions',
        persona,
        dimensions,
        brief: givenOf(brief),
        versions:
          letter === 'A' ? ([versions.new, versions.previous] as const) : ([versions.previous, versions.new] as const),
      } as const;
      const read = (text: string) => parseVersions(text, dimensions);
      return { letter, ...(await askOnce(model, question, { signal, marks, read })) };
    }),
  );
  const tokens = sumOf(asked.flatMap((one) => one.tokens));
  const contents = { previous: previous.content, new: next.content };
  const answers = asked.flatMap(({ value, letter }) => (value ? [answerOf(value, letter, contents)] : []));
  if (answers.length === 0) {
    const { code, values } = failureOf(asked);
    return { blind: { state: 'failed', error: { code, ...(values && { values }) } }, tokens };
  }
  return { blind: { state: 'judged', answers, cut: { new: shown.new.cut, previous: shown.previous.cut } }, tokens };
};
