import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { call, newWorkspace } from '../driver.ts';
import { testWithCurl } from '../with-curl.ts';

const run = promisify(execFile);
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The curl commands of the guide's loop, in order. */
const commandsIn = (guide: string): string[] =>
  [...guide.matchAll(/```\n\s+(curl[\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.split(/\n\s+(?=curl )/).map((command) => command.replaceAll(/\n\s+/g, '\n').trim()),
  );

testWithCurl(
  'the commands of llms.txt, run as they stand, take a note from pending to resolved with evidence',
  async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const note = await ws.note(site);
    const folder = await mkdtemp(join(tmpdir(), 'sidenote-examples-'));
    await writeFile(join(folder, 'after.png'), Buffer.from(PNG, 'base64'));
    const env: Record<string, string> = {
      PATH: process.env.PATH ?? '',
      SIDENOTE_TOKEN: (await ws.token('MEMBER')).credential,
      SITE_ID: site.id,
      ANNOTATION_ID: note.id,
    };

    const commands = commandsIn((await call('GET', '/llms.txt')).text);
    expect(commands).toHaveLength(9);
    for (const command of commands) {
      const { stdout } = await run('bash', ['-c', command.replace('curl', 'curl -sS --fail-with-body')], {
        cwd: folder,
        env,
      });
      const answer = stdout ? JSON.parse(stdout) : {};
      if ('key' in answer) Object.assign(env, { SHORT_URL: answer.short_url, KEY: answer.key });
    }

    const { body } = await call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner });
    expect(body).toMatchObject({ status: 'resolved', summary: 'Button submits again' });
    expect(body.approval).toMatchObject({ intent: 'Disable the button while the form is sent' });
    const after_url = expect.stringContaining('/files/');
    expect(body.resolutions).toMatchObject([
      { after_url, pr_url: 'https://example.com/pr/1', explanation: 'It was covered.' },
      { after_url, diff_url: 'https://example.com/pr/1', explanation: 'The button submits again.' },
    ]);
  },
);
