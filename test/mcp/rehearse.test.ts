import { expect, test } from '@jest/globals';
import { openStorage } from '../../functions/kit/files/storage.ts';
import type { Table } from '../../functions/kit/table/table.ts';
import { rehearse } from '../../functions/mcp/rehearse.ts';
import { agentTools } from '../../functions/mcp/tools.ts';
import { table } from '../driver.ts';

const READS = ['get', 'getMany', 'getEach', 'query', 'queryAll', 'pages', 'tally'];

/** A table that refuses to write. */
const readOnly = (given: Table): Table =>
  new Proxy(given, {
    get: (target, name) => {
      if (!READS.includes(String(name))) throw new Error(`A start must not call ${String(name)}.`);
      return Reflect.get(target, name).bind(target);
    },
  });

test('a start of MCP lists the notes of no site, and writes and counts nothing', async () => {
  const clients = { table: readOnly(table()), storage: openStorage() };
  const said = await rehearse(clients, agentTools, new URL('https://sidenote.example/mcp'));
  expect(JSON.parse(said).result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('code: not_found') }],
  });
});
