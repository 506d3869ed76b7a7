import { bodyOf, type Draft } from './draft.ts';

export type Field = keyof Draft;

export const FIELD_NAMES = {
  name: 'personas.name',
  title: 'personas.persona_title',
  category: 'personas.category',
  description: 'personas.description',
  custom_instructions: 'personas.instructions',
  dimensions: 'personas.dimensions',
} as const satisfies Record<Field, string>;

const FIELDS = Object.keys(FIELD_NAMES) as Field[];

interface Merge {
  draft: Draft;
  taken: readonly Field[];
  conflicts: readonly Field[];
}

const written = (draft: Draft, field: Field): string => {
  const { evaluation_dimensions: dimensions, ...words } = bodyOf(draft);
  return JSON.stringify({ ...words, dimensions }[field]);
};

const differing = (one: Draft, other: Draft): Field[] =>
  FIELDS.filter((field) => written(one, field) !== written(other, field));

export const withFields = (draft: Draft, from: Draft, fields: readonly Field[]): Draft => ({
  ...draft,
  ...Object.fromEntries(fields.map((field) => [field, from[field]])),
});

export const mergeDrafts = (mine: Draft, base: Draft, saved: Draft): Merge | undefined => {
  const theirs = differing(saved, base);
  if (theirs.length === 0) return undefined;
  const own = differing(mine, base);
  const taken = theirs.filter((field) => !own.includes(field));
  const conflicts = theirs.filter((field) => own.includes(field) && written(mine, field) !== written(saved, field));
  return { draft: withFields(mine, saved, taken), taken, conflicts };
};
