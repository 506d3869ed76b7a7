import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { connectByHttp, cursorLink, masked } from '../../web/dashboard/pages/sites/connect.ts';
import { newWorkspace, stage } from '../driver.ts';
import { testWithCurl } from '../with-curl.ts';

test('what stands in for a secret tells its kind and nothing else of it', () => {
  expect(masked('run https://x.example/mcp/svmt_abc123 now', 'svmt_abc123')).toBe(
    `run https://x.example/mcp/svmt_${'•'.repeat(16)} now`,
  );
});

test('the link for Cursor carries what stands in its file for the server', () => {
  const { searchParams } = new URL(cursorLink('https://x.example/mcp/svmt_a+b'));
  expect(JSON.parse(atob(searchParams.get('config') ?? ''))).toEqual({ url: 'https://x.example/mcp/svmt_a+b' });
});

testWithCurl('the lines for plain HTTP work as they stand, with a token and the id of a note', async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const [note, { credential }] = await Promise.all([ws.note(site, { body: 'A typo.' }), ws.token()]);
  const lines = connectByHttp(stage().base_url, site.id).replace('svat_…', credential);
  const ran = await promisify(execFile)('bash', ['-euc', lines.replaceAll('\napi ', '\necho; api ')], {
    env: { ...process.env, ID: note.id },
  });
  const answers = ran.stdout.trim().split('\n');
  expect(JSON.parse(answers[0] ?? '').items).toMatchObject([{ id: note.id, status: 'pending' }]);
  expect(answers).toContain('A typo.');
  expect(JSON.parse(answers.at(-1) ?? '')).toMatchObject({
    status: 'resolved',
    summary: 'Fixed the total.',
    // A worker may already have told the visitor of the resolution, in a reply of its own.
    replies: expect.arrayContaining([expect.objectContaining({ body: 'On it.' })]),
    resolutions: [{ explanation: 'The total includes the discount.' }],
  });
});
