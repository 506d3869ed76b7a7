import type { Client } from '../../client/index.ts';
import type { CatalogName } from '../words/catalogs.ts';

/** Of the parameters in a path: `annotationId` in `/inbox/$annotationId`. */
export type NamesIn<Path extends string> = Path extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<More>
    : Rest
  : never;

/** The page repeats these requests and receives the pending responses. */
type Ask<Path extends string> = (service: Client, at: Record<NamesIn<Path>, string>) => Promise<unknown>;

export interface Page<Path extends string, Code> {
  path: Path;
  code: () => Promise<Code>;
  /** The export of `code` that is rendered. */
  component: keyof Code;
  messages: readonly CatalogName[];
  ask?: Ask<Path>;
}

export const page = <const Path extends string, Code>(
  path: Path,
  code: () => Promise<Code>,
  component: keyof Code,
  messages: readonly CatalogName[],
  ask?: Ask<Path>,
): Page<Path, Code> => ({ path, code, component, messages, ...(ask && { ask }) });

/** A page of any path. */
export interface AnyPage extends Omit<Page<string, unknown>, 'code' | 'component' | 'ask'> {
  code: () => Promise<unknown>;
  component: PropertyKey;
  ask?: Page<`$${string}`, unknown>['ask'];
}

export interface Found {
  page: AnyPage;
  /** The parameters in the path. */
  at: Record<string, string>;
}
