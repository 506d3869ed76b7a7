const ESM_ONLY = [
  '@middy',
  'ulid',
  '@modelcontextprotocol',
  'playwright-core',
  'postal-mime',
  'image-size',
  'jose',
  'syllable',
  'marked',
  '@exodus',
  '@jsquash',
];

const SWC = {
  jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', ignoreDynamic: false },
};

const shared = {
  testEnvironment: 'node',
  transform: {
    '/@jsquash/.*\\.js$': ['<rootDir>/test/settled-import-meta.js', SWC],
    '\\.[cm]?[jt]s$': ['@swc/jest', SWC],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_ONLY.join('|')})/)`],
  // It offers no condition that a CommonJS resolver takes.
  moduleNameMapper: { '^@middy/(core|util)$': '<rootDir>/node_modules/@middy/$1/index.js' },
  extensionsToTreatAsEsm: [],
  moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'node'],
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
};

/** Proofs that leave the stage which all share as it is: no faults, no other clock. */
const HARMLESS = '(calibration|content|demo-pages|export|extract*|heuristic-robust|nesting|paging|revoked)';
/** What breaks the shared stage runs alone; the rest goes two side by side, since in browsers people mostly wait. */
const PROOFS = {
  alone: [`<rootDir>/test/proof/!${HARMLESS}.test.ts`, '<rootDir>/test/conformance/**/*.test.ts'],
  beside: [`<rootDir>/test/proof/${HARMLESS}.test.ts`, '<rootDir>/test/browser/**/*.test.ts'],
};
const proof = process.env.PROOF;
const proofs = proof === '1' ? Object.values(PROOFS).flat() : PROOFS[proof];
/** A stage that runs elsewhere lends neither its clock nor its tables to this process. */
const QUICK = process.env.TEST_BASE_URL ? '<rootDir>/test/smoke/**/*.test.ts' : '<rootDir>/test/**/*.test.ts';

export default {
  ...shared,
  maxWorkers: 2,
  testTimeout: proofs ? 300_000 : 20_000,
  testMatch: proofs ?? [QUICK],
  testPathIgnorePatterns: proofs
    ? ['/node_modules/']
    : ['/node_modules/', '/test/proof/', '/test/browser/', '/test/conformance/'],
};
