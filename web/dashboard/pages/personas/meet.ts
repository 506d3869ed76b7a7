import { bodyOf, type Draft } from './draft.ts';

export type Field = keyof Draft;

/** The sentences that name them. */
export const FIELD_NAMES = {
  name: 'personas.name',
  title: 'personas.persona_title',
  category: 'personas.category',
  description: 'personas.description',
  custom_instructions: 'personas.instructions',
  dimensions: 'personas.dimensions',
} as const satisfies Record<Field, string>;

const FIELDS = Object.keys(FIELD_NAMES) as Field[];

interface Meeting {
  /** What is written here over what was saved elsewhere. */
  draft: Draft;
  /** Changed elsewhere alone: `draft` has it. */
  taken: readonly Field[];
  /** Changed in both places, and differently. */
  clashes: readonly Field[];
}

const written = (draft: Draft, field: Field): string => {
  const { evaluation_dimensions: dimensions, ...words } = bodyOf(draft);
  return JSON.stringify({ ...words, dimensions }[field]);
};

const differing = (one: Draft, other: Draft): Field[] =>
  FIELDS.filter((field) => written(one, field) !== written(other, field));

/** With these fields from elsewhere, and the others as they are. */
export const withFields = (draft: Draft, from: Draft, fields: readonly Field[]): Draft => ({
  ...draft,
  ...Object.fromEntries(fields.map((field) => [field, from[field]])),
});

/** Brings together what is written here and what somebody else has saved since; undefined where nobody has. */
export const meet = (mine: Draft, base: Draft, saved: Draft): Meeting | undefined => {
  const theirs = differing(saved, base);
  if (theirs.length === 0) return undefined;
  const own = differing(mine, base);
  const taken = theirs.filter((field) => !own.includes(field));
  const clashes = theirs.filter((field) => own.includes(field) && written(mine, field) !== written(saved, field));
  return { draft: withFields(mine, saved, taken), taken, clashes };
};
