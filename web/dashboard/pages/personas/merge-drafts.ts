import { bodyOf, type Draft } from './draft.ts';

export type Field = keyof Draft;

/** The fields' labels. */
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
  /** The local draft merged onto the other version. */
  draft: Draft;
  /** Fields changed only elsewhere; `draft` has their new values. */
  taken: readonly Field[];
  /** Conflicts: fields changed differently in both places. */
  conflicts: readonly Field[];
}

const written = (draft: Draft, field: Field): string => {
  const { evaluation_dimensions: dimensions, ...words } = bodyOf(draft);
  return JSON.stringify({ ...words, dimensions }[field]);
};

const differing = (one: Draft, other: Draft): Field[] =>
  FIELDS.filter((field) => written(one, field) !== written(other, field));

/** Takes these fields from the other version and keeps the rest. */
export const withFields = (draft: Draft, from: Draft, fields: readonly Field[]): Draft => ({
  ...draft,
  ...Object.fromEntries(fields.map((field) => [field, from[field]])),
});

/** Three-way merge of the draft with a version saved since; undefined if there is none. */
export const mergeDrafts = (mine: Draft, base: Draft, saved: Draft): Merge | undefined => {
  const theirs = differing(saved, base);
  if (theirs.length === 0) return undefined;
  const own = differing(mine, base);
  const taken = theirs.filter((field) => !own.includes(field));
  const conflicts = theirs.filter((field) => own.includes(field) && written(mine, field) !== written(saved, field));
  return { draft: withFields(mine, saved, taken), taken, conflicts };
};
