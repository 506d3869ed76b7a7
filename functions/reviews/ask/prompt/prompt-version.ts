import type { Question } from '../model/model.ts';
import { promptKey } from './prompt-key.ts';
import { repairWords } from './rules.ts';

/** A question that needs every sentence a prompt can hold. */
const EVERYTHING: Question = {
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
    pictures: [{ element: 'image-1', key: '', type: 'image/png', width: 1, height: 1, contrast: 1 }],
    cut: { kept: 1, of: 2 },
    notes: ['Note'],
    comment: 'Comment',
  },
  pictures: [
    { element: 'image-1', type: 'image/png', bytes: new Uint8Array(1) },
    { element: 'image-2', type: 'image/png', bytes: new Uint8Array(4_000_000) },
  ],
};

/** Names the wording of prompts. It follows from the words, so that other words are another judge. */
export const PROMPT_VERSION = promptKey(EVERYTHING, repairWords('Fault.')).slice(0, 12);
