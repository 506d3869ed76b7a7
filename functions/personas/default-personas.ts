import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { derivedId } from '../kit/ids.ts';
import { parseCatalogue } from './parse-catalogue.ts';
import type { StoredDimensions } from './schema.ts';

/** Raise it with every change of the catalog's texts, so that a workspace's changed default knows its original. */
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

/** The catalog, read on first use from the files next to this bundle: one per category. */
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
