import { newId } from '../../functions/kit/ids.ts';
import { tables } from '../../functions/kit/table/keys.ts';
import { openTable, type Table } from '../../functions/kit/table/table.ts';
import { createTables } from '../../lib/local/create-tables.ts';

/** Tables that no worker of the shared stage looks at; from here on this file's settings name them. */
export const useOwnTables = async (): Promise<void> => {
  const names = { main: `own-${newId()}`, scratch: `own-${newId()}` };
  await createTables(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '', names, { streams: false });
  for (const which of ['main', 'scratch'] as const) process.env[tables[which].setting] = names[which];
};

/** A table as those of {@link useOwnTables}; the settings go on naming the stage's. */
export const openOwnTable = async (): Promise<Table> => {
  const { env } = process;
  const before = [env[tables.main.setting], env[tables.scratch.setting]];
  try {
    await useOwnTables();
    return openTable();
  } finally {
    [env[tables.main.setting], env[tables.scratch.setting]] = before;
  }
};
