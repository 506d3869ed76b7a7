import { shared } from '../../jest.config.js';

/** Reads what `npm run synth` would deploy and starts no stage. */
export default {
  ...shared,
  rootDir: '../..',
  globalSetup: '<rootDir>/test/aws/global-setup.js',
  globalTeardown: '<rootDir>/test/aws/global-teardown.js',
  testTimeout: 300_000,
  testMatch: ['<rootDir>/test/aws/**/*.test.ts', '<rootDir>/test/{operations/trace,stack/stack}.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
