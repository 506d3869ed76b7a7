import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { missingForDynamoDbLocal, startDynamoDbLocal } from './dynamodb-local.ts';
import { startProgram } from './emulator-process.ts';
import { CannotStart } from './state.ts';

const require = createRequire(import.meta.url);

export interface TableEmulator {
  url: string;
  trim: ((table: string, sequenceNumber: string) => void) | undefined;
  /** Grows with every stream record, and costs nothing to ask. */
  newest?: () => unknown;
  stop: () => Promise<void> | void;
}

const programFor = (platform: string, arch: string): string | undefined => {
  try {
    const name = platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
    return join(require.resolve(`@dynoxide/${platform}-${arch}/package.json`), '..', name);
  } catch {
    return undefined;
  }
};

/** The newest record stays, because the emulator numbers the next one after it. */
const TRIM = `DELETE FROM _stream_records WHERE table_name = :table
  AND id < (SELECT MAX(id) FROM _stream_records WHERE table_name = :table) AND CAST(sequence_number AS INTEGER) <= CAST(:upTo AS INTEGER)`;

const startDynoxide = async (command: string, folder: string): Promise<TableEmulator> => {
  const file = join(folder, 'table.sqlite');
  const args = (port: number) => ['serve', '--port', String(port), '--db-path', file];
  const { url, stop } = await startProgram({ command, args, folder, patienceMs: 10_000 });
  const database = new DatabaseSync(file, { timeout: 2000 });
  const newest = database.prepare('SELECT MAX(id) AS id FROM _stream_records');
  return {
    url,
    trim: (table, sequenceNumber) => database.prepare(TRIM).run({ table, upTo: sequenceNumber }),
    newest: () => newest.get()?.id,
    stop: () => {
      database.close();
      return stop();
    },
  };
};

export const EMULATORS = ['dynoxide', 'dynamodb-local'] as const;
export type EmulatorName = (typeof EMULATORS)[number];

interface System {
  requested: string | undefined;
  program: string | undefined;
  missing: () => string | undefined;
  system: string;
}

export const chooseEmulator = ({ requested, program, missing, system }: System): EmulatorName => {
  const known = EMULATORS.find((name) => name === requested);
  if (requested !== undefined && !known)
    throw new CannotStart(`SIDENOTE_TABLE must be one of ${EMULATORS.join(', ')}.`);
  if (known !== 'dynamodb-local' && program) return 'dynoxide';
  const lacking = known === 'dynoxide' ? 'Choose dynamodb-local instead.' : missing();
  if (!lacking) return 'dynamodb-local';
  throw new CannotStart(known === 'dynamodb-local' ? lacking : `dynoxide has no build for ${system}. ${lacking}`);
};

export const startTableEmulator = async (folder: string, isKept = false): Promise<TableEmulator> => {
  const { platform, arch, env } = process;
  const program = programFor(platform, arch);
  const system = `${platform}-${arch}`;
  const chosen = chooseEmulator({ requested: env.SIDENOTE_TABLE, program, missing: missingForDynamoDbLocal, system });
  return chosen === 'dynoxide' && program ? startDynoxide(program, folder) : startDynamoDbLocal(folder, isKept);
};
