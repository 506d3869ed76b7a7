import type { ClientOf } from '../../client/index.ts';
import type { CatalogName } from '../words/catalogs.ts';
import type { earlyOperations } from './early-operations.generated.ts';

/** Of the parameters in a path: `annotationId` in `/inbox/$annotationId`. */
export type NamesIn<Path extends string> = Path extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<More>
    : Rest
  : never;

/** The operations that may be called before the page's code has loaded: `lib/docs/documents.ts` lists them. */
export type EarlyClient = ClientOf<keyof typeof earlyOperations>;

/** The page repeats these requests and receives the pending responses. */
type Ask<Path extends string> = (service: EarlyClient, at: Record<NamesIn<Path>, string>) => Promise<unknown>;

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
