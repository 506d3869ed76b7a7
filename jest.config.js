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
  testEnvironment: '<rootDir>/test/environment.js',
  transform: {
    '/functions/([\\w-]+/index|workers/[\\w-]+|fetcher/handler)\\.ts$': ['<rootDir>/test/calls/announce.cjs', SWC],
    '/@jsquash/.*\\.js$': ['<rootDir>/test/settled-import-meta.js', SWC],
    '\\.[cm]?[jt]s$': ['@swc/jest', SWC],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_ONLY.join('|')})/)`],
  // It offers no condition that a CommonJS resolver takes.
  moduleNameMapper: { '^@middy/(core|util)$': '<rootDir>/node_modules/@middy/$1/index.js' },
  // Files run in a context whose globals are slow to look up: hot code gets these by name. None that a package declares anew.
  sandboxInjectedGlobals: ['Array', 'JSON', 'Math', 'Number', 'Object'],
  extensionsToTreatAsEsm: [],
  moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'node'],
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
};

/** Handlers are patient for seconds: where faults take them to that edge, no browser may keep the machine busy. */
const FAULTS = '(*faults|notified|wallet)';
const PROOFS = {
  faults: [`<rootDir>/test/proof/${FAULTS}.test.ts`],
  /** The operations and workers that read indexes, with indexes that lag. */
  lag: [
    'annotations/{list-annotations,patch-annotation,quarantine}',
    '{personas/marketplace,reviews/list-reviews,security/deleted,signup/access-requests}',
    'showcase/{deleted,public,reports,states}',
    'workers/purge*',
    'workspaces/{deletion,switching,workspaces}',
  ].map((files) => `<rootDir>/test/${files}.test.ts`),
  others: [`<rootDir>/test/proof/!${FAULTS}.test.ts`, '<rootDir>/test/{browser,conformance}/**/*.test.ts'],
};
/** What reads or writes the table: `TESTS=table` runs it against another emulator, or with one that lags. */
const TABLE_TESTS = [
  '{annotations,api-tokens,invitations,personas,resolutions,showcase,signup,sites,usage,wallet,workspaces}/**/*',
  '{demo/allowance,kit/stored-form,limits/limits,mail/unsubscribe,mcp/tools}',
  'local/{pollers,state}',
  'reviews/{calibration-in-use,create-review,feedback,get-review,list-reviews,run-personas,share-review}',
  'security/{deleted,idempotency}',
  'widget-api/{create-annotation,own-notes}',
  'workers/{dispatch,extract-review,notifications,purge*,refit-calibrator,send-mail}',
].map((files) => `<rootDir>/test/${files}.test.ts`);
const { PROOF, TESTS } = process.env;
const proofs = PROOF && (PROOFS[PROOF] ?? Object.values(PROOFS).flat());
/** A stage that runs elsewhere lends neither its clock nor its tables to this process. */
const QUICK = process.env.TEST_BASE_URL ? '<rootDir>/test/smoke/**/*.test.ts' : '<rootDir>/test/**/*.test.ts';

export default {
  ...shared,
  maxWorkers: 2,
  testTimeout: proofs ? 300_000 : 60_000,
  testMatch: TESTS === 'table' ? TABLE_TESTS : (proofs ?? [QUICK]),
  testPathIgnorePatterns: ['/node_modules/', ...(proofs ? [] : ['/test/(proof|browser|conformance|aws)/'])],
};
