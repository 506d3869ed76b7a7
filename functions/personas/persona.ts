import { presentCard, type StoredCard } from './calibration-card.ts';
import { CATALOGUE_VERSION, type DefaultPersona, defaultPersonaId } from './default-personas.ts';
import type { MarketRow, PersonaRow } from './schema.ts';

/** A default as a workspace sees it that has not changed it: there since the workspace is. */
export const untouched = (workspace: { id: string; created_at: number }, persona: DefaultPersona): PersonaRow => ({
  ...persona,
  id: defaultPersonaId(workspace.id, persona.slug),
  custom_instructions: null,
  catalogue_version: CATALOGUE_VERSION,
  created_at: workspace.created_at,
  updated_at: workspace.created_at,
});

const contentOf = ({ name, title, category, description, evaluation_dimensions, custom_instructions }: PersonaRow) =>
  JSON.stringify([
    name,
    title,
    category,
    description,
    custom_instructions,
    evaluation_dimensions.map(({ name, description, weight, anchors, evidence }) => [
      name,
      description,
      weight,
      anchors && [anchors['1'], anchors['3'], anchors['5']],
      evidence,
    ]),
  ]);

export const isSameContent = (a: PersonaRow, b: PersonaRow): boolean => contentOf(a) === contentOf(b);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Category ascending, defaults before customs, name ascending; ids break ties. */
export const inOrder = (a: PersonaRow, b: PersonaRow): number =>
  compare(a.category, b.category) ||
  Number(a.slug === null) - Number(b.slug === null) ||
  compare(a.name, b.name) ||
  compare(a.id, b.id);

/** A persona on the wire. `catalogued` is the default in the catalog, if it is one; a new persona has no card. */
export const presentPersona = (row: PersonaRow, catalogued?: PersonaRow, card?: StoredCard) => ({
  ...row,
  is_default: row.slug !== null,
  is_customised: catalogued !== undefined && !isSameContent(row, catalogued),
  cloned_from: row.cloned_from ?? null,
  published_at: row.published_at ?? null,
  calibration: presentCard(card),
});

/** A public persona, on the wire. */
export const presentPublic = ({ card, ...row }: MarketRow) => ({ ...row, calibration: presentCard(card) });
