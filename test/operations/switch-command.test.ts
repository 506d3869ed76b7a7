import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type OwnStage, startOwnStage } from './own-stage.ts';

const run = promisify(execFile);
let own: OwnStage;

beforeAll(async () => {
  own = await startOwnStage();
}, 60_000);

afterAll(() => own?.stop());

const runBin = (file: string, ...args: string[]) =>
  run(process.execPath, [file, ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );

const command = (...args: string[]) => runBin('bin/switch.ts', ...args);

const demo = async () => {
  const answer = await fetch(`${own.stage.base_url}/api/demo/run`, { method: 'POST' });
  return [answer.status, ((await answer.json()) as { reason?: string }).reason];
};

const passMinute = () => fetch(`${own.stage.base_url}/__local/clock`, { method: 'POST', body: '{"advance_ms":60000}' });

describe('npm run switch', () => {
  test('closes the demo of a running local stage within a minute, and shows who did it', async () => {
    const local = ['--local', own.file];
    expect(await demo()).toEqual([422, undefined]);
    const set = await command(...local, 'demo', 'off', '--reason', 'model costs');
    expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining('demo default → off') });
    await passMinute();
    expect(await demo()).toEqual([403, 'demo_closed']);
    const { stdout } = await command(...local);
    expect(stdout).toMatch(/^demo +off /m);
    expect(stdout).toMatch(/demo: default → off {2}local {2}model costs/);
    await command(...local, 'demo', 'default', '--reason', 'over');
    await passMinute();
    expect(await demo()).toEqual([422, undefined]);
  });

  test.each([
    ['a switch that does not exist', ['--local', 'x', 'wifi', 'off', '--reason', 'x'], 'no switch "wifi"'],
    ['a state that does not exist', ['--local', 'x', 'demo', 'closed', '--reason', 'x'], 'on, off or default'],
    ['a change without a reason', ['--local', 'x', 'demo', 'off'], '--reason'],
    ['no stage', ['demo', 'off', '--reason', 'x'], 'Name the stage'],
    ['a stage that does not exist', ['--stage', 'moon'], 'no stage "moon"'],
    ['a local stage that does not run', ['--local', '/nowhere.json'], 'cannot be read'],
    ['an option that does not exist', ['--force'], 'force'],
  ])('rejects %s with a hint', async (_, args, text) => {
    const { code, stderr } = await command(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
  });
});

test('npm run index-search says whether a workspace has no sites or not the named one', async () => {
  const workspace = ['--workspace', '01JZZZZZZZZZZZZZZZZZZZZZZZ'];
  const indexed = (...args: string[]) => runBin('bin/index-search.ts', '--local', own.file, ...workspace, ...args);
  expect((await indexed()).stdout).toMatch(/has no sites\.$/m);
  expect((await indexed('--site', 'x')).stdout).toMatch(/has no such site\.$/m);
});
