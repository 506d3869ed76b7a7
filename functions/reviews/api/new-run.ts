import type { PersonaRow } from '../../personas/schema.ts';
import { PersonaAsRun, type RunRow } from '../run-rows.ts';

const asRun = (persona: PersonaRow | PersonaAsRun): PersonaAsRun => {
  const sum = persona.evaluation_dimensions.reduce((total, { weight }) => total + weight, 0);
  const evaluation_dimensions = persona.evaluation_dimensions.map((one) => ({ ...one, weight: one.weight / sum }));
  return PersonaAsRun.parse({ ...persona, evaluation_dimensions });
};

export const newRun = (
  review_id: string,
  persona: PersonaRow | PersonaAsRun,
  position: number,
  now: number,
): RunRow => ({
  review_id,
  persona_id: persona.id,
  position,
  persona: asRun(persona),
  state: 'queued',
  attempts: 0,
  claim: null,
  claimed_until: null,
  score: null,
  scores: [],
  summary: '',
  error: null,
  judge: null,
  ai_live: null,
  samples: 0,
  tokens: null,
  created_at: now,
  finished_at: null,
});
