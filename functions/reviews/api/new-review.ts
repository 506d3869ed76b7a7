import { newId, timeOfId } from '../../kit/ids.ts';
import type { PersonaRow } from '../../personas/schema.ts';
import { type Content, packContent } from '../read/content.ts';
import { factsOf } from '../read/content-facts.ts';
import type { Input, PersonaAsRun, ReviewRow, RunRow } from '../rows.ts';

/** A review that is about to be written. */
export interface NewReview {
  row: ReviewRow;
  runs: RunRow[];
  /** What is judged, packed, where nothing has to be read first. */
  content: Uint8Array | undefined;
}

/** What a review is asked for: content that is there, or what it is to be read from. */
export type Asked = Pick<
  ReviewRow,
  'title' | 'input_type' | 'source' | 'widget_site_id' | 'annotation_id' | 'url' | 'created_by'
> & { personas: readonly PersonaRow[] } & ({ content: Content } | { input: Input });

const asRun = ({
  id,
  slug,
  name,
  title,
  category,
  description,
  evaluation_dimensions,
  custom_instructions,
}: PersonaRow): PersonaAsRun => {
  const sum = evaluation_dimensions.reduce((total, { weight }) => total + weight, 0);
  return {
    id,
    slug,
    name,
    title,
    category,
    description,
    evaluation_dimensions: evaluation_dimensions.map((one) => ({ ...one, weight: one.weight / sum })),
    custom_instructions,
  };
};

/** The rows of a review: its own, and one for each persona as it stands now. */
export const newReview = ({ personas, ...asked }: Asked): NewReview => {
  const id = newId();
  // Lists know the id alone.
  const now = timeOfId(id);
  const { title, input_type, source, widget_site_id, annotation_id, url, created_by } = asked;
  const of = 'content' in asked ? { facts: factsOf(asked.content) } : { facts: null, input: asked.input };
  const row: ReviewRow = {
    id,
    title,
    input_type,
    source,
    widget_site_id,
    annotation_id,
    url,
    status: 'queued',
    runs_total: personas.length,
    runs_done: 0,
    runs_failed: 0,
    error: null,
    ...of,
    score: null,
    is_calibrated: false,
    judge: null,
    ai_live: null,
    created_by,
    created_at: now,
    updated_at: now,
    completed_at: null,
  };
  const runs = personas.map(
    (persona, position): RunRow => ({
      review_id: id,
      persona_id: persona.id,
      position,
      persona: asRun(persona),
      state: 'queued',
      attempts: 0,
      claim: null,
      claimed_until: null,
      score: null,
      summary: '',
      error: null,
      judge: null,
      ai_live: null,
      samples: 0,
      tokens: null,
      created_at: now,
      finished_at: null,
    }),
  );
  return { row, runs, content: 'content' in asked ? packContent(asked.content) : undefined };
};
