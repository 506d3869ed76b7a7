import type { InputOf } from '../../../client/index.ts';
import { changesIn } from '../../kit/drafts.ts';
import type { Dimension } from '../../session/personas.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { toShares, toWeight, WHOLE } from './dimension-weights.ts';

type Body = InputOf<'createPersona'>['body'];

export const MAX_DIMENSIONS = LIMITS.createPersona.evaluation_dimensions.max;
export const ANCHORS = ['1', '3', '5'] as const;

export interface DraftDimension {
  /** A stable key, also while it has no name. */
  key: string;
  name: string;
  description: string;
  share: number;
  isLocked: boolean;
  anchors: Record<(typeof ANCHORS)[number], string>;
  evidence: string;
  needs: Dimension['needs'];
  rules: Dimension['rules'];
}

export interface Draft {
  name: string;
  title: string;
  category: string;
  description: string;
  custom_instructions: string;
  dimensions: readonly DraftDimension[];
}

export const emptyDimension = (share: number): DraftDimension => ({
  key: crypto.randomUUID(),
  name: '',
  description: '',
  share,
  isLocked: false,
  anchors: { '1': '', '3': '', '5': '' },
  evidence: '',
  needs: undefined,
  rules: undefined,
});

export const emptyDraft = (): Draft => ({
  name: '',
  title: '',
  category: '',
  description: '',
  custom_instructions: '',
  dimensions: [emptyDimension(WHOLE)],
});

export const contentOf = (persona: Body) => {
  const { name, title, category, description, evaluation_dimensions, custom_instructions } = persona;
  return { name, title, category, description, evaluation_dimensions, custom_instructions };
};

export const draftOf = (persona: Body): Draft => {
  const { evaluation_dimensions, custom_instructions, ...words } = contentOf(persona);
  const shares = toShares(evaluation_dimensions.map(({ weight }) => weight));
  const dimensions = evaluation_dimensions.map((dimension, index) => ({
    ...emptyDimension(shares[index] ?? 0),
    name: dimension.name,
    description: dimension.description,
    ...(dimension.anchors && { anchors: dimension.anchors }),
    evidence: dimension.evidence ?? '',
    needs: dimension.needs,
    rules: dimension.rules,
  }));
  return { ...words, custom_instructions: custom_instructions ?? '', dimensions };
};

export const bodyOf = (draft: Draft): Body => ({
  name: draft.name.trim(),
  title: draft.title.trim(),
  category: draft.category.trim(),
  description: draft.description,
  custom_instructions: draft.custom_instructions.trim() ? draft.custom_instructions : null,
  evaluation_dimensions: draft.dimensions.map(({ name, description, share, anchors, evidence, needs, rules }) => ({
    name: name.trim(),
    description,
    weight: toWeight(share),
    ...(ANCHORS.some((at) => anchors[at].trim()) && { anchors }),
    ...(evidence.trim() && { evidence }),
    ...(needs && { needs }),
    ...(rules && { rules }),
  })),
});

export const changesOf = (draft: Draft, saved: Draft): Partial<Body> => changesIn(bodyOf(draft), bodyOf(saved));
