import type { Client } from '../../client/index.ts';
import type { CatalogName } from '../words/catalogs.ts';

type Names<Path extends string> = Path extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<More>
    : Rest
  : never;

/** The page repeats these requests and receives the pending responses. */
type Ask<Path extends string> = (service: Client, at: Record<Names<Path>, string>) => Promise<unknown>;

export interface Page<Path extends string, Code> {
  path: Path;
  code: () => Promise<Code>;
  messages: readonly CatalogName[];
  ask?: Ask<Path>;
}

export const page = <const Path extends string, Code>(
  path: Path,
  code: () => Promise<Code>,
  messages: readonly CatalogName[],
  ask?: Ask<Path>,
): Page<Path, Code> => ({ path, code, messages, ...(ask && { ask }) });
