import { type Said, SaidError } from '../../../codes/said.ts';
import type { Fact } from '../../../facts/fact.ts';
import type { StoredDimensions } from '../../../personas/schema.ts';
import type { FindingRow } from '../../finding-rows.ts';
import type { Content } from '../../read/content.ts';
import type { Brief } from '../../rows.ts';
import type { PersonaAsRun, Tokens } from '../../run-rows.ts';
import type { Example } from '../prompt/examples.ts';
import type { ModelSettings } from './settings.ts';

export interface PictureBytes {
  element: string;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Uint8Array;
}

/** Measured by rules. */
export type Facts = readonly Fact[];

interface Asked {
  content: Content;
  facts?: Facts | undefined;
  pictures: readonly PictureBytes[];
  examples?: readonly Example[] | undefined;
}

/** The first question of a review: what the content is for, and which words its pictures have. */
export interface BriefQuestion extends Asked {
  task: 'brief';
}

export interface PersonaQuestion extends Asked {
  task: 'persona';
  persona: PersonaAsRun;
  /** In the order of this sample. */
  dimensions: StoredDimensions;
  brief?: Brief | undefined;
  /** No dimension may be left without a score. */
  must_score?: boolean | undefined;
}

/** The last question of a review: one verdict from all findings. */
export interface ChairQuestion extends Asked {
  task: 'chair';
  brief?: Brief | undefined;
  findings: readonly { number: number; persona: string; finding: FindingRow }[];
}

export interface Version extends Asked {
  /** Some of its text is left out. */
  is_cut: boolean;
}

/** Which of two versions is better; nothing tells which of them is the older one. */
export interface VersionsQuestion {
  task: 'versions';
  persona: PersonaAsRun;
  dimensions: StoredDimensions;
  brief?: Brief | undefined;
  /** A and B. */
  versions: readonly [Version, Version];
}

export type Question = BriefQuestion | PersonaQuestion | ChairQuestion | VersionsQuestion;

export type Part = { type: 'text'; text: string } | { type: 'image'; media_type: string; bytes: Uint8Array };

/** The question in words: what is sent to a language model. */
export interface Prompt {
  system: string;
  /** Before the task and the same for all calls of a review, so that providers can cache it. */
  shared: readonly Part[];
  task: string;
  schema: Record<string, unknown>;
}

export interface ModelCall {
  question: Question;
  prompt: Prompt;
  /** A former answer to the same question that could not be used, and what to send instead. */
  repair?: { answer: string; request: string };
  signal: AbortSignal;
}

export interface ModelReply {
  /** Should be the JSON that the prompt's schema describes; not relied on. */
  text: string;
  usage?: Tokens;
}

/** A language model. It has no tools. */
export interface Model {
  /** Names provider and model: `bedrock:…`, `openai:…`. Scores of another id are calibrated apart. */
  id: string;
  live: boolean;
  settings: ModelSettings;
  /** Throws ModelBusy, ModelRefused, or what the signal aborts with. */
  ask: (call: ModelCall) => Promise<ModelReply>;
}

/** Throttled, overloaded or out of reach: worth another try later. */
export class ModelBusy extends SaidError {
  /** By answers that came all the same. */
  used: Tokens | null = null;
  readonly retryAfterMs: number | undefined;
  constructor(why: Said, retryAfterMs?: number) {
    super(why);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Another try would end the same: no access, a request that is too large. The message may be shown to the workspace. */
export class ModelRefused extends SaidError {}
