import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { bundlesIn, mapFile, mapKey } from '../../lib/build/bundling/source-map.ts';
import { bundleId, bundleLambda, writeBundle } from '../../lib/build/bundling.ts';
import { LambdaFunction } from '../../lib/stack/lambda-function.ts';
import { selectStages } from '../../lib/stack/stages.ts';

const ENTRY = 'functions/not-found/index.ts';
let folder: string;

beforeAll(async () => {
  folder = writeBundle(await bundleLambda(ENTRY));
}, 60_000);

/** The log of a function that lost its settings: its first request fails unexpectedly. */
const logOfBug = (): string => {
  const event = { routeKey: '$default', headers: {}, requestContext: { requestId: 'r' } };
  const script = `require(process.argv[1]).handler(${JSON.stringify(event)})`;
  return spawnSync(process.execPath, ['-e', script, folder], { env: {}, encoding: 'utf8' }).stderr;
};

const trace = (input: string, ...args: string[]) =>
  spawnSync(process.execPath, ['bin/trace.ts', ...args], { input, encoding: 'utf8' });

describe('a bundle', () => {
  test('contains no source map, and names itself and its map in stack traces', () => {
    const js = readFileSync(join(folder, 'index.js'), 'utf8');
    expect(js).not.toContain('sourceMappingURL');
    const log = logOfBug();
    expect(bundlesIn(log)).toEqual([{ name: 'not-found', id: bundleId(ENTRY) }]);
    expect(log).not.toContain('config.ts');
  });

  test('has its map uploaded by the deploy, under the key that the trace command names', () => {
    const outdir = mkdtempSync(join(tmpdir(), 'sidenote-maps-'));
    try {
      const app = new App({ outdir });
      const [stage] = selectStages('development');
      const stack = new Stack(app, 'Maps');
      new LambdaFunction(stack, 'not-found', { stage: stage!, settings: {} }, { entry: ENTRY, timeoutSeconds: 3 });
      app.synth();
      const { files } = JSON.parse(readFileSync(join(outdir, 'Maps.assets.json'), 'utf8'));
      const uploads = Object.values(files as Record<string, { source: { path: string }; destinations: object }>);
      const keys = uploads.map(
        ({ destinations }) => Object.values(destinations as Record<string, { objectKey: string }>)[0]!.objectKey,
      );
      const at = keys.indexOf(mapKey(bundleId(ENTRY)));
      const uploaded = readFileSync(join(outdir, uploads[at]!.source.path), 'utf8');
      expect(uploaded).toBe(readFileSync(mapFile(bundleId(ENTRY)), 'utf8'));
    } finally {
      rmSync(outdir, { recursive: true });
    }
  });
});

describe('npm run trace', () => {
  test('maps the places in a logged stack to the source', () => {
    const { stdout, status } = trace(logOfBug());
    expect(status).toBe(0);
    const line =
      readFileSync('functions/kit/config.ts', 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('throw new Error')) + 1;
    expect(stdout).toContain(`functions/kit/config.ts:${line}:`);
    expect(stdout).toContain('functions/kit/contract/request.ts:');
    expect(stdout).toContain('functions/kit/http/edge.ts:');
    expect(stdout).not.toMatch(/not-found@/);
  });

  test('keeps a place whose map is missing, and says where to find the map', () => {
    const { stdout, stderr, status } = trace('at x (sites@0123456789abcdef.js:1:2)\n');
    expect([status, stdout]).toEqual([0, 'at x (sites@0123456789abcdef.js:1:2)\n']);
    expect(stderr).toContain(`aws s3 cp s3://cdk-hnb659fds-assets-<account>-<region>/${mapKey('0123456789abcdef')}`);
  });
});
