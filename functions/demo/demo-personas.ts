import { type DefaultPersona, defaultPersonas } from '../personas/default-personas.ts';
import { DEMO_SLUGS, type DemoSlug } from './schema.ts';

/** The persona in the catalog. Throws if it is missing. */
export const demoPersona = (slug: DemoSlug): DefaultPersona & { slug: DemoSlug } => {
  const found = defaultPersonas().find((persona) => persona.slug === slug);
  if (!found) throw new Error(`The catalogue has no persona "${slug}".`);
  return { ...found, slug };
};

/** A persona as everybody may see it. */
export const presentDemoPersona = (slug: DemoSlug) => {
  const { evaluation_dimensions, ...persona } = demoPersona(slug);
  return { ...persona, dimensions: evaluation_dimensions.map(({ name }) => name) };
};

export const presentDemoPersonas = () => DEMO_SLUGS.map(presentDemoPersona);
