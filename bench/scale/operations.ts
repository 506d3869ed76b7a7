import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kind } from '../../lib/local/partitions.ts';
import type { Ground } from '../cases/case.ts';
import type { Measured } from '../meter.ts';

/** Units of a partition, by key pattern: `WS#{workspace}#SITE#{site}`. */
export interface ShapedUse {
  table: 'main' | 'scratch';
  index?: string;
  partition: string;
  kind: Kind;
  units: number;
}

export interface Operation {
  trips: number;
  /** A list per DynamoDB request. */
  requests: ShapedUse[][];
}

export type Operations = Record<string, Operation>;

const file = join(import.meta.dirname, 'operations.generated.json');
const ID = '[0-9A-HJKMNP-TV-Z]{26}';

/** The key with ids replaced by placeholders. */
const shapeOf = (partition: string, { workspace_id, site, user_id }: Ground): string =>
  partition
    .replaceAll(workspace_id, '{workspace}')
    .replaceAll(site.id, '{site}')
    .replaceAll(user_id, '{user}')
    .replace(/^RATE#ip#(\S+?)#.*$/, 'RATE#ip#$1#{address}')
    .replace(/^RATE#credential#(\S+?)#.*$/, 'RATE#credential#$1#{caller}')
    .replace(new RegExp(`^WS#${ID}`), 'WS#{workspace}')
    .replace(/#\d{4}-\d{2}/, '#{month}')
    .replace(/^USAGE#\d+$/, 'USAGE#{usage}')
    .replace(/^DUE#\d+$/, 'DUE#{part}')
    .replaceAll(new RegExp(ID, 'g'), '{id}')
    .replaceAll(/[\da-f]{16,}|[\w-]{40,}/g, '{id}');

export const shaped = ({ trips, uses }: Measured, ground: Ground): Operation => ({
  trips,
  requests: uses.map((request) =>
    request.map(({ table, index, partition, kind, units }) => ({
      table: table === ground.names.main ? 'main' : 'scratch',
      ...(index !== undefined && { index }),
      partition: shapeOf(partition, ground),
      kind,
      units,
    })),
  ),
});

export const readOperations = async (): Promise<Operations> => JSON.parse(await readFile(file, 'utf8')) as Operations;

export const writeOperations = (operations: Operations): Promise<void> =>
  writeFile(file, `${JSON.stringify(operations)}\n`);
