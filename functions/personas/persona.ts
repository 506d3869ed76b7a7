import { isDeepStrictEqual } from 'node:util';
import { CATALOG_VERSION, type DefaultPersona, defaultPersonaId } from './default-personas.ts';
import { contentOf, type MarketRow, type PersonaRow, type StoredCard } from './schema.ts';

export const untouched = (workspace: { id: string; created_at: number }, persona: DefaultPersona): PersonaRow => ({
  ...persona,
  id: defaultPersonaId(workspace.id, persona.slug),
  custom_instructions: null,
  catalogue_version: CATALOG_VERSION,
  created_at: workspace.created_at,
  updated_at: workspace.created_at,
});

export const isSameContent = (a: PersonaRow, b: PersonaRow): boolean => isDeepStrictEqual(contentOf(a), contentOf(b));

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

export const inOrder = (a: PersonaRow, b: PersonaRow): number =>
  compare(a.category, b.category) ||
  Number(a.slug === null) - Number(b.slug === null) ||
  compare(a.name, b.name) ||
  compare(a.id, b.id);

const presentCard = (card: StoredCard | undefined) => ({ labels: card?.n ?? 0, figures: card?.figures ?? null });

export const presentPersona = (row: PersonaRow, cataloged?: PersonaRow, card?: StoredCard) => ({
  ...row,
  is_default: row.slug !== null,
  is_customised: cataloged !== undefined && !isSameContent(row, cataloged),
  cloned_from: row.cloned_from ?? null,
  published_at: row.published_at ?? null,
  calibration: presentCard(card),
});

export const presentPublic = ({ card, ...row }: MarketRow) => ({ ...row, calibration: presentCard(card) });
