import * as z from 'zod';
import { anyText, Id, refusing, Time, writtenText } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';

const Estimate = z.object({
  value: z.number(),
  interval: z.array(z.number()).length(2).meta({ description: '95% interval' }),
});

const Figures = z.object({
  ece: z.object({ value: z.number() }).meta({
    description: 'Expected calibration error of p_useful; too large with few ratings, so no interval is given',
  }),
  brier: Estimate.meta({ description: 'Brier score of p_useful' }),
  spearman: Estimate.meta({ description: 'Rank correlation of score and rating' }),
  qwk: Estimate.meta({ description: 'Quadratic weighted kappa of score and rating' }),
});

export const PersonaCalibration = z.object({
  labels: z.number().int().meta({ description: 'Number of ratings of its findings' }),
  figures: Figures.nullable().meta({
    description: 'null under 30 ratings. Measured on held-out findings',
  }),
});

export const StoredCard = z.object({ n: z.number().int(), figures: Figures.nullable() });
export type StoredCard = z.infer<typeof StoredCard>;
export const cardRows = rowsAs(keys.calibrationCards, () => z.object({ cards: z.record(z.string(), StoredCard) }));

export const MAX_PERSONAS = 200;
const MAX_DIMENSIONS = 12;
/** Of all its texts as JSON: a list shows personas whole. */
const MAX_PERSONA_BYTES = 32_000;

const Anchors = z
  .object({ '1': anyText(500), '3': anyText(500), '5': anyText(500) })
  .meta({ description: 'Descriptions of the scores 1, 3 and 5' });

/** Rounded to what every store takes; sums of weights still are 1. */
const Weight = z.number().check(
  z.gte(0),
  z.lte(1000),
  z.overwrite((weight: number) => Math.round(weight * 1e6) / 1e6),
);

export const NEEDS = ['text', 'markup', 'picture', 'narrow_picture', 'running_page'] as const;
export const Needs = z.enum(NEEDS);
export type Needs = z.infer<typeof Needs>;

const MAX_RULES = 40;

const Dimension = z.object({
  name: writtenText(120),
  description: writtenText(2000),
  weight: Weight.meta({ description: 'Relative to the weights of the other dimensions' }),
  anchors: Anchors.optional(),
  evidence: anyText(500).optional().meta({ description: 'Evidence that a finding should quote from the content' }),
  needs: Needs.optional().meta({
    description: 'Form of the content without which this dimension is not judged; absent: always judged',
  }),
  rules: z
    .array(anyText(60))
    .max(MAX_RULES)
    .optional()
    .meta({ description: 'Rules of the catalog of facts that this dimension cares about' }),
});

const Dimensions = z
  .array(Dimension)
  .min(1)
  .max(MAX_DIMENSIONS)
  .refine((all) => all.some(({ weight }) => weight > 0), refusing('no_weight'))
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, refusing('dimension_repeated'));

const Instructions = anyText(2000).nullable();

const written = {
  name: writtenText(120),
  title: writtenText(200),
  category: writtenText(120),
  description: writtenText(2000),
  evaluation_dimensions: Dimensions,
};

type Written = Pick<PersonaRow, keyof typeof written> & { custom_instructions?: string | null | undefined };

export const contentOf = (persona: Written) => {
  const { name, title, category, description, evaluation_dimensions, custom_instructions } = persona;
  return [name, title, category, description, evaluation_dimensions, custom_instructions];
};

export const isTooLarge = (persona: Written): boolean =>
  Buffer.byteLength(JSON.stringify(contentOf(persona))) > MAX_PERSONA_BYTES;

export const PersonaCreate = z
  .object({ ...written, custom_instructions: Instructions.optional() })
  .refine((persona) => !isTooLarge(persona), refusing('persona_too_large'));

export const PersonaPatch = z.object({
  name: written.name.nullish(),
  title: written.title.nullish(),
  category: written.category.nullish(),
  description: written.description.nullish(),
  evaluation_dimensions: Dimensions.nullish(),
  custom_instructions: Instructions.optional().meta({
    description: 'null clears it; in every other field null means unchanged',
  }),
});

export const ResetDefaults = z.object({
  slug: z.string().max(120).nullish().meta({ description: 'One default; absent or null: all defaults' }),
});

export const StoredDimensions = z.array(
  z.object({
    name: z.string(),
    description: z.string(),
    weight: z.number(),
    anchors: z.object({ '1': z.string(), '3': z.string(), '5': z.string() }).optional(),
    evidence: z.string().optional(),
    needs: Needs.optional(),
    rules: z.array(z.string()).max(MAX_RULES).optional(),
  }),
);
export type StoredDimensions = z.infer<typeof StoredDimensions>;

const stored = {
  name: z.string(),
  title: z.string(),
  category: z.string(),
  description: z.string(),
  evaluation_dimensions: StoredDimensions,
};

/** `catalogue_version` is that of the catalog that a default was changed from. */
export const PersonaRow = z.object({
  ...stored,
  id: z.string(),
  slug: z.string().nullable(),
  custom_instructions: z.string().nullable(),
  catalogue_version: z.number().optional(),
  published_at: z.number().optional(),
  cloned_from: z.string().optional(),
  created_at: z.number(),
  updated_at: z.number(),
});
export type PersonaRow = z.infer<typeof PersonaRow>;
export const personaRows = rowsAs(keys.persona, () => PersonaRow);

export const Persona = z.object({
  id: Id,
  slug: z.string().nullable().meta({ description: "Identifies a default; null for the workspace's own personas" }),
  ...stored,
  custom_instructions: z.string().nullable(),
  is_default: z.boolean(),
  is_customised: z.boolean().meta({ description: 'true: a default that this workspace has changed' }),
  cloned_from: Id.nullable(),
  published_at: Time.nullable(),
  calibration: PersonaCalibration,
  created_at: Time,
  updated_at: Time,
});

/** Instructions stay with the workspace that wrote them. */
export const MarketPersona = z.object({
  id: Id,
  ...stored,
  calibration: PersonaCalibration,
  published_at: Time,
  updated_at: Time,
});

export const MarketSnapshot = z.object({
  id: z.string(),
  workspace_id: z.string(),
  ...stored,
  published_at: z.number(),
  updated_at: z.number(),
});
/** The owner's id is also outside of the snapshot, for conditions. */
const MarketRow = z
  .object({ snapshot: MarketSnapshot, card: StoredCard.optional() })
  .transform(({ snapshot, card }) => ({ ...snapshot, ...(card && { card }) }));
export type MarketRow = z.infer<typeof MarketRow>;
export const marketRows = rowsAs(keys.marketPersona, () => MarketRow);
