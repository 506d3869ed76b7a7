import type { InputType } from '../read/content.ts';
import type { Tokens } from './prices.ts';

/** The size of a content before it is judged. */
interface Size {
  characters: number;
  pictures: number;
}

/** Of contents that are not read yet. */
const TYPICAL: Readonly<Record<InputType, Size>> = {
  text: { characters: 4000, pictures: 0 },
  document: { characters: 12_000, pictures: 0 },
  site: { characters: 8000, pictures: 0 },
  pdf: { characters: 12_000, pictures: 2 },
  image: { characters: 0, pictures: 1 },
  audio: { characters: 12_000, pictures: 0 },
  video: { characters: 12_000, pictures: 0 },
};

export const typicalSize = (type: InputType): Size => TYPICAL[type];

const CHARACTERS_PER_TOKEN = 4;
const PICTURE = 1500;

/** Tokens of a call's parts. The prompts are measured in test/reviews/spend-estimate.test.ts. */
export const PARTS = {
  /** Rules and the form of the answer: the beginning of all calls, with the content. */
  rules: 1750,
  persona: 590,
  brief: 160,
  chair: 370,
  /** Of all findings of a persona, for the chair. */
  findings: 450,
} as const;

const ANSWER = 600;
const BRIEF_ANSWER = 150;
const TRANSCRIPT = 300;
const CHAIR_ANSWER = 600;

interface Planned extends Size {
  personas: number;
  /** How often each persona is asked. */
  samples: number;
  /** The content gives orders to its reviewers, so each is asked once more without them. */
  again?: boolean | undefined;
}

/** A first call, each persona's samples, and a last one. They share their beginning, which the first one caches. */
export const estimateTokens = ({ characters, pictures, personas, samples, again = false }: Planned): Tokens => {
  const shared = PARTS.rules + Math.ceil(characters / CHARACTERS_PER_TOKEN) + pictures * PICTURE;
  const more = again ? personas : 0;
  const asked = personas * samples + more;
  const calls = asked + 2;
  const tasks = PARTS.brief + asked * PARTS.persona + PARTS.chair + personas * PARTS.findings;
  return {
    input: calls * shared + tasks,
    // Without the orders it is another beginning, which the calls that are sent at once all write.
    cached: (calls - 1 - more) * shared,
    written: (1 + more) * shared,
    output: BRIEF_ANSWER + pictures * TRANSCRIPT + asked * ANSWER + CHAIR_ANSWER,
  };
};
