import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(__dirname, '../..');

test("openapi.json passes the linter's strict rules", () => {
  const linter = join(ROOT, 'node_modules/.bin/redocly');
  const { status, stdout, stderr } = spawnSync(linter, ['lint', 'functions/discovery/static/openapi.json'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  expect({ status, said: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
});
