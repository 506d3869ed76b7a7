import { createHash } from 'node:crypto';
import { requireIds } from '../../kit/table/key-ids.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import type { PersonaAsRun } from '../rows.ts';

/** The ids that a run's key carries. */
export interface RunIds {
  ws: string;
  review: string;
  persona: string;
}

/** `WS#ws#REVIEW#review` / `RUN#persona` → its ids. Throws for any other key. */
export const runIdsOf = (key: Key): RunIds => {
  const [ws, review, persona] = requireIds(keys.reviewRun, key);
  return { ws, review, persona };
};

/** The same persona reads the same text in the same orders, so that recorded answers fit. */
export const seedOf = (persona: PersonaAsRun, text: string): number =>
  createHash('sha256')
    .update(JSON.stringify([persona.name, persona.evaluation_dimensions.map(({ name }) => name), text]))
    .digest()
    .readUInt32BE(0);
