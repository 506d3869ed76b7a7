import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Faults } from '../../lib/local/faults.ts';
import { startMailSink } from '../../lib/local/mail-sink.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-mail-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a kept mail that cannot be read is skipped with a warning that names its file', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const first = await startMailSink(folder, new Faults());
  const form = {
    Action: 'SendRawEmail',
    'RawMessage.Data': Buffer.from('To: a@example.com\r\nSubject: Kept\r\n\r\n').toString('base64'),
  };
  expect((await fetch(first.url, { method: 'POST', body: new URLSearchParams(form) })).status).toBe(200);
  await first.stop();
  await writeFile(join(folder, '2026-11-22T0.json'), '{"id": "trunc');
  const second = await startMailSink(folder, new Faults());
  try {
    expect(second.list()).toMatchObject([{ to: ['a@example.com'], subject: 'Kept' }]);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('2026-11-22T0.json')]]);
  } finally {
    await second.stop();
    warn.mockRestore();
  }
});
