import { type Said, SaidError } from '../../../codes/said.ts';
import type { StoredDimensions } from '../../../personas/schema.ts';
import type { Content } from '../../read/content.ts';
import type { PersonaAsRun } from '../../rows.ts';

/** A picture of the content, read. */
export interface PictureBytes {
  element: string;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Uint8Array;
}

/** What one persona is asked once. */
export interface Question {
  persona: PersonaAsRun;
  /** In the order of this sample. */
  dimensions: StoredDimensions;
  content: Content;
  pictures: readonly PictureBytes[];
}

export type Part = { type: 'text'; text: string } | { type: 'image'; media_type: string; bytes: Uint8Array };

/** The question in words: what is sent to a language model. */
export interface Prompt {
  system: string;
  parts: readonly Part[];
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>;
}

export interface ModelCall {
  question: Question;
  prompt: Prompt;
  /** A former answer to the same question that could not be used, and why: it is to be given again, repaired. */
  repair?: { answer: string; fault: string };
  signal: AbortSignal;
}

export interface ModelReply {
  /** Should be the JSON that the prompt's schema describes; nobody relies on it. */
  text: string;
  /** Tokens, where they are counted. */
  usage?: { input: number; output: number };
}

/** Whoever answers a question. It has no tools. */
export interface Model {
  /** Names provider and model: `bedrock:…`, `openai:…`, `heuristic-1`. Scores of another id are calibrated apart. */
  id: string;
  /** Whether an AI answers. */
  live: boolean;
  /** How often each persona is asked. */
  samples: number;
  /** Throws ModelBusy, ModelRefused, or what the signal aborts with. */
  ask: (call: ModelCall) => Promise<ModelReply>;
}

/** Throttled, overloaded or out of reach: worth another try later. */
export class ModelBusy extends SaidError {
  readonly retryAfterMs: number | undefined;
  constructor(why: Said, retryAfterMs?: number) {
    super(why);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Another try would end the same: no access, a request that is too large. The message may be shown to the workspace. */
export class ModelRefused extends SaidError {}
