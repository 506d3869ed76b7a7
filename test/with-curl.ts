import { spawnSync } from 'node:child_process';
import { test } from '@jest/globals';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Runs the documented commands, which need curl. A system without it skips them by name; CI has it. */
export const testWithCurl = hasCurl || process.env.CI ? test : test.skip;
