import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startHttp2Front } from '../../bench/http2-proxy.ts';
import { areas } from '../../functions/areas.ts';
import { lambdaOf } from '../../functions/lambdas.ts';
import { lambda as mcp } from '../../functions/mcp/lambda.ts';
import { bundleLambda, writeBundle } from '../../lib/build/bundling.ts';
import { buildWidget } from '../../lib/build/widget-build.ts';
import { gatewayEvent } from '../../lib/local/gateway.ts';
import { newWorkspace } from '../driver.ts';

const run = promisify(execFile);

interface Asked {
  method: string;
  path: string;
  as?: string | undefined;
  body?: string;
}

let workspace: Awaited<ReturnType<typeof newWorkspace>>;
let site: Awaited<ReturnType<typeof workspace.site>>;
let front: Awaited<ReturnType<typeof startHttp2Front>>;
let folder = '';

beforeAll(async () => {
  await buildWidget();
  workspace = await newWorkspace();
  site = await workspace.site();
  // Over http, the SDK loads undici on purpose; AWS is behind TLS.
  front = await startHttp2Front(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  folder = await mkdtemp(join(tmpdir(), 'sidenote-first-call-'));
  await writeFile(join(folder, 'certificate.pem'), front.cert);
});

afterAll(async () => {
  await front.close();
  await rm(folder, { recursive: true });
});

const firstCall = async (entry: string, files: readonly string[] | undefined, { method, path, as, body }: Asked) => {
  const authorization = as && { authorization: `Bearer ${as}` };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const { event } = gatewayEvent({ method, path, headers: { ...headers, ...authorization }, body });
  const given = join(folder, `${entry.replaceAll('/', '-')}.json`);
  await writeFile(given, JSON.stringify({ bundle: writeBundle(await bundleLambda(entry), files), event }));
  const env = {
    ...process.env,
    AWS_ENDPOINT_URL_DYNAMODB: front.url,
    NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem'),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  };
  const script = join(import.meta.dirname, '../../bench/cold/first-answer.cjs');
  const { stdout } = await run(process.execPath, [script, given], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { status: number; undici: boolean };
};

describe('the first call of a cold function', () => {
  test.each(areas.map(({ name }) => name))('the first call of %s loads no undici', async (name) => {
    const rows = Object.values(areas.find((area) => area.name === name)?.rows ?? {});
    const row = rows.find(({ method }) => method === 'GET') ?? rows[0]!;
    const path = row.path
      .replace('{ws_id}', workspace.id)
      .replace('{site_id}', site.id)
      .replace(/\{\w+\}/g, 'absent');
    const { status, undici } = await firstCall(`functions/${name}/index.ts`, lambdaOf(name).files, {
      method: row.method,
      path,
      as: row.by.length > 0 ? workspace.owner.credential : undefined,
    });
    expect([status < 500, undici]).toEqual([true, false]);
  });

  test('the first call of MCP loads no undici', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_annotations' } });
    const asked = { method: 'POST', path: `/mcp/${site.mcp_token}`, body };
    expect(await firstCall('functions/mcp/index.ts', mcp.files, asked)).toMatchObject({ status: 200, undici: false });
  });
});
