import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fetchDynamoDbLocal } from '../lib/local/dynamodb-local.ts';
import { CannotStart } from '../lib/local/state.ts';

const root = join(import.meta.dirname, '..');

/** It answers slowly on a machine that has much else to do, and the tests are not about that. */
const PATIENCE = { STORE_ANSWER_MS: '20000', STORE_PATIENCE_MS: '60000' };

/** Runs the tests that touch the table against AWS's DynamoDB Local; arguments go to jest. */
const main = async () => {
  await fetchDynamoDbLocal();
  const jest = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SIDENOTE_TABLE: 'dynamodb-local', TESTS: 'table', ...PATIENCE },
  });
  const [code] = await once(jest, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
};

main().catch((error: unknown) => {
  const isExplained = error instanceof CannotStart;
  process.stderr.write(`${isExplained ? error.message : error instanceof Error ? error.stack : error}\n`);
  // A machine without Java can still work on everything else; CI must not skip this silently.
  process.exitCode = isExplained && !process.env.CI ? 0 : 1;
});
