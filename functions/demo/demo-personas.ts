import { type DefaultPersona, defaultPersonas } from '../personas/default-personas.ts';
import type { DemoSlug } from './schema.ts';

export const demoPersona = (slug: DemoSlug): DefaultPersona & { slug: DemoSlug } => {
  const found = defaultPersonas().find((persona) => persona.slug === slug);
  if (!found) throw new Error(`The catalog has no persona "${slug}".`);
  return { ...found, slug };
};

export const presentDemoPersona = (slug: DemoSlug) => {
  const { evaluation_dimensions, ...persona } = demoPersona(slug);
  return { ...persona, dimensions: evaluation_dimensions.map(({ name }) => name) };
};
