import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { connectByHttp, cursorLink, masked } from '../../web/dashboard/pages/sites/connect.ts';
import { newWorkspace, stage } from '../driver.ts';
import { testWithCurl } from '../with-curl.ts';

test('a masked secret shows its kind and nothing else', () => {
  expect(masked('run https://x.example/mcp/svmt_abc123 now', 'svmt_abc123')).toBe(
    `run https://x.example/mcp/svmt_${'•'.repeat(16)} now`,
  );
});

test('the Cursor link carries the same configuration as its file', () => {
  const { searchParams } = new URL(cursorLink('https://x.example/mcp/svmt_a+b'));
  expect(JSON.parse(atob(searchParams.get('config') ?? ''))).toEqual({ url: 'https://x.example/mcp/svmt_a+b' });
});

testWithCurl('the HTTP example works with a token and a note ID filled in', async () => {
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
    // A worker may already have notified the visitor in a reply.
    replies: expect.arrayContaining([expect.objectContaining({ body: 'On it.' })]),
    resolutions: [{ explanation: 'The total includes the discount.' }],
  });
});
