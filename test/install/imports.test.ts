import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { emulatorFaults, importFaults, importsOf } from '../../lib/build/import-rules.ts';

type Sources = readonly { path: string; text: string }[];

const faultsOf = (sources: Sources): string[] => [...importFaults(importsOf(sources)), ...emulatorFaults(sources)];

describe('import directions', () => {
  test('hold in every source file that git lists', () => {
    const { status, stdout, stderr } = spawnSync('node', ['bin/check-imports.ts'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], { encoding: 'utf8' });
    const sources = listed.stdout.split('\n').filter((path) => /\.(tsx?|mjs)$/.test(path));
    expect(sources.length).toBeGreaterThan(1000);
    expect(stdout).toMatch(new RegExp(`^${sources.length} files, \\d{4,} imports, 0 faults`));
    expect(status).toBe(0);
  }, 60_000);

  test.each([
    ['a value', "import { stage } from '../../lib/local/stage.ts';"],
    ['a type', "import type { Stage } from '../../lib/local/stage.ts';"],
    ['a type among values', "import { type Stage, stages } from '../../lib/local/stage.ts';"],
    ['a re-export', "export { stage } from '../../lib/local/stage.ts';"],
    ['everything', "export * from '../../lib/local/stage.ts';"],
    ['a dynamic import', "const later = () => import('../../lib/local/stage.ts');"],
    ['a type query', "type Stage = import('../../lib/local/stage.ts').Stage;"],
  ])('fail if a function imports %s from lib', (_, text) => {
    expect(faultsOf([{ path: 'functions/sites/store.ts', text }])).toEqual([
      'functions/sites/store.ts imports lib/local/stage.ts: a function does not know where it runs.',
    ]);
  });

  test.each([
    ['functions/kit/table/table.ts', '../../sites/store.ts'],
    ['functions/sites/store.ts', '../workers/purge.ts'],
    ['lib/stack/app.ts', '../local/stage.ts'],
    ['lib/build/bundling.ts', '../stack/stages.ts'],
    ['web/dashboard/kit/tabs.tsx', '../pages/sites/search.ts'],
    ['web/dashboard/words/messages.ts', '../kit/said.tsx'],
    ['web/widget/core.ts', '../../lib/build/widget-build.ts'],
    ['functions/sites/store.ts', '../../test/driver.ts'],
    ['functions/sites/create-site.ts', './examples.ts'],
  ])('fail if %s imports %s', (path, specifier) => {
    expect(faultsOf([{ path, text: `import { one } from '${specifier}';` }])).not.toEqual([]);
  });

  test.each(['// Other S3 emulators', "const own = new Set(['127.0.0.1']);", 'const LOOPBACK = 1;'])(
    'fail on a function that says %j',
    (text) => {
      expect(faultsOf([{ path: 'lib/local/front.ts', text }])).toEqual([]);
      expect(faultsOf([{ path: 'functions/mcp/web.ts', text }])).toEqual([
        expect.stringContaining('a function does not know where it runs'),
      ]);
    },
  );

  test.each([
    ['functions/sites', 'functions/wallet'],
    ['functions/kit/access', 'functions/kit/http'],
    ['functions/reviews/ask', 'functions/reviews/judge'],
    ['web/dashboard/pages/personas', 'web/dashboard/pages/reviews'],
    ['web/dashboard/kit', 'web/dashboard/session'],
  ])('fail on a cycle of %s and %s', (one, other) => {
    const from = (folder: string, to: string) => ({
      path: `${folder}/one.ts`,
      text: `import type { One } from '${'../'.repeat(folder.split('/').length)}${to}/one.ts';`,
    });
    expect(faultsOf([from(one, other)])).toEqual([]);
    expect(faultsOf([from(one, other), from(other, one)])).toContain(`${one} ↔ ${other} import each other.`);
  });

  test('fail on a source that cannot be parsed', () => {
    expect(() => faultsOf([{ path: 'functions/sites/store.ts', text: 'import {' }])).toThrow('cannot be parsed');
  });
});
