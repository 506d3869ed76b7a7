import { createHash } from 'node:crypto';
import type { PersonaQuestion, Question } from '../model/model.ts';
import type { Marks } from './marks.ts';
import { renderPrompt } from './render-prompt.ts';
import { repairWords, restWords } from './rules.ts';

const NO_MARKS: Marks = { nonce: '0', canary: '0' };

export const promptKey = (question: Question, ...more: readonly string[]): string => {
  const { system, shared, task, schema } = renderPrompt(question, NO_MARKS);
  const hash = createHash('sha256').update(JSON.stringify([system, schema, task, more]));
  for (const part of shared) hash.update(part.type === 'text' ? part.text : part.bytes).update('\u0000');
  return hash.digest('hex').slice(0, 32);
};

const asked = {
  content: {
    input_type: 'site',
    title: 'Title',
    url: 'https://example.com',
    language: 'en',
    text: 'Text',
    elements: [
      { id: 'h1-1', kind: 'heading', label: 'Label', level: 1 },
      { id: 'link-1', kind: 'link', label: '', href: 'https://example.com' },
    ],
    pictures: [{ element: 'image-1', key: '', type: 'image/png', width: 1, height: 1 }],
    transcripts: [{ element: 'image-1', text: 'Words' }],
    cut: { kept: 1, of: 2 },
    notes: [{ text: 'Note', code: '' }],
    comment: 'Comment',
  },
  pictures: [
    { element: 'image-1', type: 'image/png', bytes: new Uint8Array(1) },
    { element: 'image-2', type: 'image/png', bytes: new Uint8Array(4_000_000) },
  ],
  facts: [
    { rule: '', state: 'failed', view: 'wide', measured: '1', reason: null, count: 1, places: [{ quote: 'Text' }] },
  ],
  brief: { goal: 'Goal', audience: 'Audience', stage: 'live', inferred: ['goal'] },
} satisfies Partial<Question>;

const EVERYTHING: PersonaQuestion = {
  ...asked,
  task: 'persona',
  persona: {
    id: '',
    slug: null,
    name: 'Name',
    title: 'Title',
    category: 'Category',
    description: 'Description',
    evaluation_dimensions: [],
    custom_instructions: 'Instructions',
  },
  dimensions: [
    { name: 'First', description: 'What', weight: 1, anchors: { 1: 'low', 3: 'middle', 5: 'high' }, evidence: 'where' },
    { name: 'Second', description: 'What', weight: 0 },
  ],
};

const LAST: Question = {
  ...asked,
  task: 'chair',
  findings: [
    {
      number: 1,
      persona: 'Name',
      finding: {
        id: '',
        persona_id: '',
        dimension: 'First',
        kind: 'fault',
        severity: 2,
        evidence: [{ quote: 'Text', element: null, region: null, grounded: true }],
        comment: 'Comment',
        fix: { before: null, after: 'After', effort: 'small' },
        seen_in: { samples: 2, of: 3 },
        position: 0,
        created_at: 0,
      },
    },
  ],
};

/** Follows from the words, because other words are another judge. */
export const PROMPT_VERSION = promptKey(
  EVERYTHING,
  repairWords('Fault.'),
  restWords('Rest'),
  promptKey({ ...asked, task: 'brief' }),
  promptKey(LAST),
  promptKey({ ...EVERYTHING, must_score: true }),
).slice(0, 12);
