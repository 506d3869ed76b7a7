import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScript } from './start-script.ts';

const SUITE = join(process.cwd(), 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

export interface Scenario {
  name: string;
  revision: '2025-11-25' | '2026-07-28';
  /** A YAML file of checks that may fail; a check in it that passes fails the run. */
  expectedFailures?: string;
}

/** The scenarios that apply to a server with tools, resources and prompts, and without those of the suite itself. */
export const scenarios: readonly Scenario[] = [
  ...[
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-session-lifecycle',
    'dns-rebinding-protection',
  ].map((name) => ({ name, revision: '2025-11-25' as const })),
  ...[
    'tools-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
  ].map((name) => ({ name, revision: '2026-07-28' as const })),
  {
    name: 'server-stateless',
    revision: '2026-07-28',
    expectedFailures: join(process.cwd(), 'test/conformance/expected-failures.yml'),
  },
];

/** The official suite with these arguments. */
export const startSuite = (args: readonly string[]) => startScript(SUITE, args);

/** Runs one scenario of the official suite against a server; `code` is 0 where all that must pass passed. */
export const runScenario = async (url: string, { name, revision, expectedFailures }: Scenario) => {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const baseline = expectedFailures ? ['--expected-failures', expectedFailures] : [];
  const asked = ['server', '--url', url, '--scenario', name, '--spec-version', revision, '-o', folder, ...baseline];
  const answer = await startSuite(asked).ended;
  await rm(folder, { recursive: true });
  return answer;
};
