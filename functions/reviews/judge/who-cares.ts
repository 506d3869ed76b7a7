import type { RunRow } from '../run-rows.ts';

type Panel = readonly Pick<RunRow, 'persona_id' | 'position' | 'persona'>[];

/** The personas whose dimensions name a rule, with that dimension: the one that it weighs most for comes first. */
export const whoCares = (panel: Panel, rule: string): { persona_id: string; dimension: string }[] =>
  panel
    .flatMap(({ persona_id, position, persona }) => {
      const named = persona.evaluation_dimensions.filter(({ rules = [] }) => rules.includes(rule));
      const [dimension] = named.toSorted((one, other) => other.weight - one.weight);
      return dimension ? [{ persona_id, position, dimension: dimension.name, weight: dimension.weight }] : [];
    })
    .toSorted((one, other) => other.weight - one.weight || one.position - other.position)
    .map(({ persona_id, dimension }) => ({ persona_id, dimension }));
