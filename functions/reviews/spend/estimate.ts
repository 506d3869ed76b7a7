import type { InputType } from '../read/content.ts';
import type { Tokens } from '../run-rows.ts';

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
  /** Rules of comparing two versions. */
  versions: 620,
  /** Of all findings of a persona, for the chair. */
  findings: 450,
} as const;

const ANSWER = 600;
const BRIEF_ANSWER = 150;
const TRANSCRIPT = 300;
const CHAIR_ANSWER = 600;
const VERSIONS_ANSWER = 600;

interface Planned extends Size {
  personas: number;
  /** How often each persona is asked. */
  samples: number;
  /** The content gives orders to its reviewers, so each is asked once more without them. */
  again?: boolean | undefined;
  /** A page is reviewed again, so each compares both versions; one alone does so twice. */
  compares?: boolean | undefined;
}

/** More is not sent to compare two versions. */
const MAX_VERSION = { characters: 32_000, pictures: 2 };

const estimateVersions = ({ characters, pictures, personas }: Size & { personas: number }) => {
  const calls = Math.max(2, personas);
  const text = Math.ceil(Math.min(characters, MAX_VERSION.characters) / CHARACTERS_PER_TOKEN);
  const shared = PARTS.versions + 2 * (text + Math.min(pictures, MAX_VERSION.pictures) * PICTURE);
  // Half of them begin with one version, half with the other; sent at once, all write the cache.
  return { input: calls * (shared + PARTS.persona), written: calls * shared, output: calls * VERSIONS_ANSWER };
};

/** A first call, each persona's samples, and a last one. They share their beginning, which the first one caches. */
export const estimateTokens = ({
  characters,
  pictures,
  personas,
  samples,
  again = false,
  compares = false,
}: Planned): Tokens => {
  const shared = PARTS.rules + Math.ceil(characters / CHARACTERS_PER_TOKEN) + pictures * PICTURE;
  const more = again ? personas : 0;
  const asked = personas * samples + more;
  const calls = asked + 2;
  const tasks = PARTS.brief + asked * PARTS.persona + PARTS.chair + personas * PARTS.findings;
  const versions = compares ? estimateVersions({ characters, pictures, personas }) : undefined;
  return {
    input: calls * shared + tasks + (versions?.input ?? 0),
    // Without the orders it is another beginning, which the calls that are sent at once all write.
    cached: (calls - 1 - more) * shared,
    written: (1 + more) * shared + (versions?.written ?? 0),
    output: BRIEF_ANSWER + pictures * TRANSCRIPT + asked * ANSWER + CHAIR_ANSWER + (versions?.output ?? 0),
  };
};
