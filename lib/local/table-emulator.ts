import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { missingForDynamoDbLocal, startDynamoDbLocal } from './dynamodb-local.ts';
import { startProgram } from './emulator-process.ts';
import { freePort } from './listen.ts';
import { CannotStart } from './state.ts';

const require = createRequire(import.meta.url);

export interface TableEmulator {
  url: string;
  /** Deletes a table's stream records up to this one, if the emulator slows down with every record kept. */
  trim: ((table: string, sequenceNumber: string) => void) | undefined;
  stop: () => Promise<void> | void;
}

/** The emulator's build for a system; undefined if there is none. */
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
  const port = await freePort();
  const file = join(folder, 'table.sqlite');
  const { stop } = await startProgram({
    command,
    args: ['serve', '--port', String(port), '--db-path', file],
    folder,
    port,
    patienceMs: 10_000,
  });
  let database: DatabaseSync | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    trim: (table, sequenceNumber) => {
      database ??= new DatabaseSync(file, { timeout: 2000 });
      database.prepare(TRIM).run({ table, upTo: sequenceNumber });
    },
    stop: () => {
      database?.close();
      return stop();
    },
  };
};

export const EMULATORS = ['dynoxide', 'dynamodb-local'] as const;
export type EmulatorName = (typeof EMULATORS)[number];

interface System {
  /** Values of SIDENOTE_TABLE. */
  asked: string | undefined;
  program: string | undefined;
  /** Missing prerequisites of DynamoDB Local, or undefined. */
  missing: () => string | undefined;
  system: string;
}

/** The named emulator; otherwise dynoxide if it has a build for this system, or DynamoDB Local. */
export const chooseEmulator = ({ asked, program, missing, system }: System): EmulatorName => {
  const known = EMULATORS.find((name) => name === asked);
  if (asked !== undefined && !known) throw new CannotStart(`SIDENOTE_TABLE must be one of ${EMULATORS.join(', ')}.`);
  if (known !== 'dynamodb-local' && program) return 'dynoxide';
  const lacking = known === 'dynoxide' ? 'Choose dynamodb-local instead.' : missing();
  if (!lacking) return 'dynamodb-local';
  throw new CannotStart(known === 'dynamodb-local' ? lacking : `dynoxide has no build for ${system}. ${lacking}`);
};

/** DynamoDB, with its state in `folder`. `isKept` says whether that outlives the process. */
export const startTableEmulator = async (folder: string, isKept = false): Promise<TableEmulator> => {
  const { platform, arch, env } = process;
  const program = programFor(platform, arch);
  const system = `${platform}-${arch}`;
  const chosen = chooseEmulator({ asked: env.SIDENOTE_TABLE, program, missing: missingForDynamoDbLocal, system });
  return chosen === 'dynoxide' && program ? startDynoxide(program, folder) : startDynamoDbLocal(folder, isKept);
};
