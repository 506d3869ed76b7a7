import * as z from 'zod';
import { Fact } from '../../facts/fact.ts';
import { packJson, unpackJson } from '../../kit/packed.ts';
import { keys } from '../../kit/table/keys.ts';
import { rowsAs } from '../../kit/table/rows.ts';

/** Each rule at most once for each window. */
export const MAX_FACTS = 150;
/** An item of the table has 400 KB at most. */
const MAX_PACKED = 200_000;

const KeptFacts = z.array(Fact).max(MAX_FACTS);

const packed = (facts: readonly Fact[], places: number): Uint8Array =>
  packJson(facts.map((fact) => ({ ...fact, places: fact.places.slice(0, places) })));

/** Of facts that are too large, each lists fewer places; its count stays. */
export const packFacts = (facts: readonly Fact[]): Uint8Array => {
  const kept = facts.slice(0, MAX_FACTS);
  for (const places of [10, 3, 1]) {
    const bytes = packed(kept, places);
    if (bytes.length <= MAX_PACKED) return bytes;
  }
  return packed(kept, 0);
};

/** Throws for bytes that `packFacts` did not make. */
const unpackFacts = (bytes: Uint8Array): Fact[] => KeptFacts.parse(unpackJson(bytes));

export const FactsRow = z.object({ facts: z.instanceof(Uint8Array).transform(unpackFacts) });
export const factsRows = rowsAs(keys.reviewFacts, () => FactsRow);
