import { beforeAll, expect, test } from '@jest/globals';
import { now } from '../../functions/kit/clock.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { call, newWorkspace, table } from '../driver.ts';
import { exported } from '../exports/read-pdf.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

test('the browser’s look at a fix is shown by the API, its Markdown, MCP and the PDF', async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const { id } = await ws.note(site);
  await call('PATCH', `/api/v1/annotations/${id}`, { as: ws.owner, body: { status: 'resolved' } });
  const picture_key = `kept/${ws.id}/${site.id}/${id}/after.jpg`;
  await table().put({
    ...keys.verification(ws.id, id),
    ...{ annotation_id: id, site_id: site.id, state: 'unchanged', anchor: 'exact', score: 0.98 },
    ...{ changed_inside: 0.01, changed_outside: 0.02, picture_key, requested_at: now(), checked_at: now() },
  });
  const path = `/api/v1/annotations/${id}`;
  const { verification } = (await call('GET', path, { as: ws.owner })).body;
  expect(verification).toMatchObject({ state: 'unchanged', anchor: 'exact', changed_inside: 0.01 });
  expect(verification).toMatchObject({ changed_outside: 0.02, checked_at: expect.stringMatching(/^\d{13}$/) });
  const { headers } = await call('GET', new URL(verification.picture).pathname);
  expect(headers.location).toContain(picture_key);

  const { text } = await call('GET', `${path}/markdown`, { as: ws.owner });
  expect(text).toMatch(/Checked by the browser: unchanged\n- \[Picture after\]\(http/);

  const client = await connectClient(site.mcp_token);
  const { trusted } = await callTool(client, 'read_annotation', { id });
  expect(trusted.verification).toMatchObject({ state: 'unchanged', anchor: 'exact', picture: expect.any(String) });

  const { pdf } = await exported(ws.owner, site.id);
  for (const said of ['Check of the fix', 'the element looks the same as before', 'Picture after: open in Sidenote'])
    expect(pdf.text).toContain(said);
}, 120_000);
