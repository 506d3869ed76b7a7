import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SUITE = join(process.cwd(), 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

export interface Scenario {
  name: string;
  revision: '2025-11-25' | '2026-07-28';
  /** A YAML file of checks that may fail; a check in it that passes fails the run. */
  expectedFailures?: string;
}

/** The scenarios that apply to a server with tools and nothing else. */
export const scenarios: readonly Scenario[] = [
  ...['server-initialize', 'ping', 'tools-list', 'server-session-lifecycle', 'dns-rebinding-protection'].map(
    (name) => ({
      name,
      revision: '2025-11-25' as const,
    }),
  ),
  ...['tools-list', 'dns-rebinding-protection', 'http-header-validation'].map((name) => ({
    name,
    revision: '2026-07-28' as const,
  })),
  {
    name: 'server-stateless',
    revision: '2026-07-28',
    expectedFailures: join(process.cwd(), 'test/conformance/expected-failures.yml'),
  },
];

/** Runs one scenario of the official suite against a server; `code` is 0 where all that must pass passed. */
export const runScenario = async (
  url: string,
  scenario: Scenario,
): Promise<{ code: number | null; output: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const { name, revision, expectedFailures } = scenario;
  const baseline = expectedFailures ? ['--expected-failures', expectedFailures] : [];
  const asked = ['server', '--url', url, '--scenario', name, '--spec-version', revision, '-o', folder, ...baseline];
  const suite = spawn(process.execPath, [SUITE, ...asked], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [suite.stdout, suite.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) =>
    suite.once('error', reject).once('close', resolve),
  );
  await rm(folder, { recursive: true });
  return { code, output };
};
