import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '../../lib/docs/endpoints.ts';
import { filled, type Ids, newWorld, type World } from '../access/world.ts';
import { call } from '../driver.ts';
import { mcpUrl, post } from '../mcp/connect.ts';
import { ORIGIN } from '../widget-api/visit.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const DEPTH = 60_000;
const arrays = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
const objects = `${'{"a":'.repeat(DEPTH / 2)}1${'}'.repeat(DEPTH / 2)}`;
const wide = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`;

let world: World;
let ids: Ids;
beforeAll(async () => {
  world = await newWorld();
  ids = await world.ids();
});

const writing = endpoints
  .filter(({ row }) => row.body)
  .map((one) => ({ name: `${one.row.method} ${one.row.path}`, one }));

describe('endlessly nested or wide JSON', () => {
  test.each(writing)('$name refuses endlessly nested or wide JSON', async ({ one }) => {
    const as = one.row.by.includes('widget') ? world.callers['widget token'] : world.callers.OWNER;
    const fields = Object.keys((one.row.body as { shape?: object }).shape ?? {}).slice(0, 12);
    const bodies = [arrays, objects, wide, ...fields.map((field) => `{"${field}":${objects}}`)];
    for (const body of bodies) {
      const { status } = await call(one.row.method, filled(one.row.path, ids), {
        as,
        body,
        headers: { origin: ORIGIN, 'x-sidenote-notes': ids.note_secret ?? '', 'idempotency-key': 'deep' },
      });
      expect(status).toBeLessThan(500);
    }
  });

  test('MCP refuses endlessly nested or wide JSON', async () => {
    const url = mcpUrl(world.site.mcp_token);
    const message = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
    for (const body of [
      arrays,
      objects,
      message(objects),
      message(`{"name":"reply","arguments":${objects}}`),
      message(`{"name":"reply","arguments":{"id":${arrays},"message":"x"}}`),
      message(`{"name":"list_annotations","arguments":{},"_meta":${objects}}`),
      `{"jsonrpc":"2.0","id":${objects},"method":"tools/list"}`,
    ]) {
      expect((await post(url, body)).status).toBeLessThan(500);
    }
  });
});
