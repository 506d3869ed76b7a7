import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { derivedId } from '../kit/ids.ts';
import { parseCatalogue } from './parse-catalogue.ts';
import type { StoredDimensions } from './schema.ts';

/** Rises with every change of the catalogue's texts, so that a workspace's own version of a default says what it was made from. */
export const CATALOGUE_VERSION = 1;

export interface DefaultPersona {
  slug: string;
  name: string;
  title: string;
  category: string;
  description: string;
  evaluation_dimensions: StoredDimensions;
}

let loaded: readonly DefaultPersona[] | undefined;

/** The catalogue, read from the files beside this bundle when first asked for: one file for each category. */
export const defaultPersonas = (): readonly DefaultPersona[] => {
  const folder = join(import.meta.dirname, 'catalogue');
  loaded ??= readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .flatMap((file) => parseCatalogue(file.replace(/\.md$/, ''), readFileSync(join(folder, file), 'utf8')));
  return loaded;
};

/** The id under which a workspace sees a default, before and after it changed it. */
export const defaultPersonaId = (workspace_id: string, slug: string): string =>
  derivedId('persona', workspace_id, slug);
