import { newId } from '../../../functions/kit/ids.ts';
import type {
  BriefQuestion,
  ChairQuestion,
  ModelCall,
  PersonaQuestion,
  Question,
} from '../../../functions/reviews/ask/model/model.ts';
import type { Marks } from '../../../functions/reviews/ask/prompt/marks.ts';
import { renderPrompt } from '../../../functions/reviews/ask/prompt/render-prompt.ts';
import { content } from '../run/scene.ts';
import { seedPersona } from '../seed.ts';

export const MARKS: Marks = { nonce: 'a'.repeat(10), canary: `ref-${'b'.repeat(10)}` };

const persona = seedPersona('p1', ['Clarity', 'Trust']);

export const questionOf = (more: Partial<PersonaQuestion> = {}): PersonaQuestion => ({
  task: 'persona',
  persona,
  dimensions: persona.evaluation_dimensions,
  content: content(),
  pictures: [],
  ...more,
});

export const briefQuestion = (more: Partial<BriefQuestion> = {}): BriefQuestion => ({
  task: 'brief',
  content: content(),
  pictures: [],
  ...more,
});

type Listed = ChairQuestion['findings'][number];

const finding: Listed['finding'] = {
  id: newId(),
  persona_id: persona.id,
  dimension: 'Clarity',
  kind: 'fault',
  severity: 2,
  evidence: [{ quote: 'no questions asked', element: null, region: null, grounded: true }],
  comment: 'It hides what paying later costs.',
  fix: { before: null, after: 'Say what it costs.', effort: null },
  seen_in: { samples: 2, of: 3 },
  position: 0,
  created_at: 0,
};

export const chairQuestion = (
  more: Partial<ChairQuestion> = {},
  said: Partial<Listed['finding']> = {},
): ChairQuestion => ({
  task: 'chair',
  content: content(),
  pictures: [],
  findings: [{ number: 1, persona: persona.name, finding: { ...finding, ...said } }],
  ...more,
});

export const callFor = (question: Question, of: Partial<ModelCall> = {}): ModelCall => ({
  question,
  prompt: renderPrompt(question, MARKS),
  signal: AbortSignal.timeout(10_000),
  ...of,
});

export const callOf = (more: Partial<PersonaQuestion> = {}, of: Partial<ModelCall> = {}): ModelCall =>
  callFor(questionOf(more), of);
