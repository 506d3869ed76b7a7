import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { shippedFiles } from '../../functions/exports/render/fonts.ts';
import { bundleLambda, writeBundle } from '../../lib/build/bundling.ts';
import { gatewayEvent } from '../../lib/local/gateway.ts';
import { newWorkspace } from '../driver.ts';
import { exportPath, readPdf } from '../exports/read-pdf.ts';
import { seedNotes } from '../exports/seed.ts';

const MB = 1024 * 1024;

/** Calls the handler of its folder. */
const CALLER = `require('./index.js').handler(JSON.parse(process.argv[2])).then((answer) => {
  console.log('ANSWER' + JSON.stringify(answer));
});`;

test('the deployed bundle makes the document from its own files only, and is far below the size limit', async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  await seedNotes(ws.id, site.id, [{ body: 'Latin 漢字 한국어 नमस्ते שלום สวัสดี 😀 ★' }]);
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-exports-'));
  try {
    const js = await bundleLambda('functions/exports/index.ts');
    await cp(writeBundle(js, shippedFiles), folder, { recursive: true });
    await writeFile(join(folder, 'call.cjs'), CALLER);
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(30 * MB);
    const headers = {
      authorization: `Bearer ${ws.owner.credential}`,
      'x-svc-workspace': ws.id,
      'x-client-ip': '10.9.8.7',
    };
    const { event } = gatewayEvent({ method: 'GET', path: exportPath(site.id), headers });
    const { stdout } = await promisify(execFile)(process.execPath, ['call.cjs', JSON.stringify(event)], {
      cwd: folder,
      maxBuffer: 16 * MB,
    });
    const answer = JSON.parse(stdout.slice(stdout.indexOf('ANSWER') + 6));
    expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: true });
    const { text } = await readPdf(Buffer.from(answer.body, 'base64'));
    for (const said of ['Latin', '漢字', '한국어', 'नमस्ते', 'שלום', 'สวัสดี', '😀', '★']) expect(text).toContain(said);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
