import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import type { InputType } from '../../functions/reviews/read/content.ts';
import type { Input } from '../../functions/reviews/rows.ts';
import { bundleLambda, writeBundle } from '../../lib/build/bundling.ts';
import { ask, askFor, DOCX, read, sample, uploaded } from '../workers/asked-review.ts';
import { batchOf } from '../workers/messages.ts';
import { useOwnTables } from '../workers/own-tables.ts';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  await useOwnTables();
  folder = writeBundle(await bundleLambda('functions/workers/extract-review.ts'));
});

/** The Lambda as it is deployed, in a separate process. */
const invoke = async (keys: readonly object[]) => {
  const event = batchOf(keys.map((key) => ({ job: 'extract-review', ...key })));
  const script = `require(process.argv[1]).handler(${JSON.stringify(event)}).then((answer) => { console.log(JSON.stringify(answer)); process.exit(); })`;
  const { stdout } = await run(process.execPath, ['-e', script, folder], { env: process.env, timeout: 60_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
};

test('the one file that is deployed reads each kind of file', async () => {
  const files: [InputType, string, string, RegExp][] = [
    ['pdf', 'leaflet.pdf', 'application/pdf', /^Half a tree/],
    ['document', 'proposal.docx', DOCX, /60 bikes, rented/],
    ['document', 'article.html', 'text/html', /^The bakery that stopped/],
    ['document', 'readme.md', 'text/markdown', /^tallyfold/],
    ['image', 'photo.jpg', 'image/jpeg', /^$/],
    ['image', 'ui-bad.png', 'image/png', /^$/],
  ];
  const asked = await Promise.all(
    files.map(async ([input_type, name, type]) => askFor(input_type, await sample(name), type)),
  );
  const ws = newId();
  const input: Input = {
    upload_key: await uploaded(ws, 'video', await sample('product-video.webm'), 'video/webm'),
    upload_type: 'video/webm',
    transcript_key: await uploaded(ws, 'transcript', await sample('product-video.srt'), 'application/x-subrip'),
  };
  asked.push(await ask('video', input, ws));
  expect(await invoke(asked.map(({ key }) => key))).toEqual({ batchItemFailures: [] });
  for (const [index, one] of asked.entries()) {
    const { row, content } = await read(one);
    expect([row?.error, content?.text]).toEqual([
      null,
      expect.stringMatching(files[index]?.[3] ?? /^\[00:00\] You have/),
    ]);
    if (content?.input_type === 'image') expect(content.pictures[0]).toHaveProperty('contrast');
  }
});
