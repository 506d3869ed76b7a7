import { runCLI } from 'jest';

const [config = ''] = process.argv.slice(2);

/** Runs unit tests of the folder that it was started in, again and again: Jest starts once for many mutations. */
process.on('message', async ({ names, group }: { names: string[]; group: string }) => {
  const patterns = names.map((name) => `/${name}\\.test\\.ts$`);
  const argv = { _: patterns, $0: '', config, testNamePattern: group, runInBand: true };
  const { results } = await runCLI(argv, [process.cwd()]);
  const failures = results.testResults.flatMap(({ failureMessage }) => failureMessage ?? []);
  process.send?.({ suites: results.numTotalTestSuites, tests: results.numPassedTests, failures });
});
