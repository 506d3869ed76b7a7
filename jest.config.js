import { availableParallelism } from 'node:os';

const SWC = {
  jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', ignoreDynamic: false },
};

/** For every project. */
export const shared = {
  roots: ['<rootDir>/test'],
  testEnvironment: '<rootDir>/test/environment.js',
  runtime: '<rootDir>/test/runtime.js',
  transform: {
    '/functions/([\\w-]+/index|workers/[\\w-]+|(fetcher|browser)/handler)\\.ts$': [
      '<rootDir>/test/calls/announce.cjs',
      SWC,
    ],
    '\\.[cm]?[jt]s$': ['@swc/jest', SWC],
  },
  extensionsToTreatAsEsm: [],
  moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'node'],
  globalSetup: '<rootDir>/test/global-setup.js',
  globalTeardown: '<rootDir>/test/global-teardown.js',
};
const onStage = { ...shared, testEnvironment: '<rootDir>/test/stage-environment.js' };

const files = (names) => names.map((name) => `<rootDir>/test/${name}.test.ts`);

/** Start no stage and use no emulator. */
const UNIT_TESTS = files([
  'install/*',
  'reviews/calibration/!(examples|recipe|worlds)',
  'access/{decide,roles}',
  'annotations/agent-texts',
  'annotations/waiting-for',
  'bench/{page-load,review-cost}',
  'contract/{agents-page,bounds,contracts,documents,input,openapi-lint,unknown-fields}',
  'dashboard/!(connect|dimension-weights|serving)',
  'exports/{memory,operands}',
  'facts/{counts,rules,totals}',
  'fetcher/{guarded,posts,proxy,public-address}',
  'kit/{client,expression,file-type,ids,key-ids,prime,signed-storage,time-zone,transport,user-agent}',
  'local/{hint-at-browser,index-lag,mail-sink,model-faults,set-fault,state}',
  'mail/letter',
  'mcp/{fence,parts}',
  'operations/restore-rules',
  'personas/catalog*',
  'personas/questions',
  'reviews/{compare,content-kind,page-score,versions}',
  'reviews/extract/{html,markdown,text,transcript}',
  'reviews/model/{injection,openai,replay,settings}',
  'reviews/spend-{estimate,prices}',
  'reviews/run/{ask-chair,ask-persona,ground,quotes,read-json,what-to-fix}',
  'search/words',
  'security/page',
  'sign-in/link-sign-in',
  'usage/window',
  'verification/{compare-pictures,find-again,place-in-picture,same-place}',
  'widget-api/spam-signs',
  'workers/{fit-answer,mail-fault,queue-worker}',
]);
/** Read or write the table: `TESTS=table` runs them against another emulator. */
const TABLE_TESTS = files([
  '{annotations,api-tokens,invitations,personas,resolutions,showcase,signup,sites,usage,wallet,workspaces}/**/*',
  '{data/erasure,demo/allowance,kit/stored-form,limits/limits,mail/unsubscribe,mcp/tools}',
  'local/{pollers,state}',
  'reviews/{calibration-in-use,create-review,feedback,get-review,list-reviews,page-rating,run-personas,share-review}',
  'security/{deleted,idempotency}',
  'widget-api/{create-annotation,own-notes}',
  'workers/{dispatch,extract-review,notifications,purge*,refit-calibrator,send-mail}',
]);

const ALL_PROOFS = files([
  '{proof,browser,conformance,render}/**/*',
  // Next to the tests of the same folder, but long: races, interruptions, large numbers, every kind of content, stages
  // of their own, and what waits for several workers or computes for seconds.
  'access/over-the-wire',
  'annotations/{approval,duplicates}',
  'bench/scale',
  'changes/list-changes',
  'dashboard/dimension-weights',
  'data/{erasure,export,mailbox,rebind}',
  'demo/{allowance,captcha,model}',
  'discovery/examples',
  'exports/{export-pdf,pictures,scripts}',
  'facts/measured',
  'fetcher/pages',
  'invitations/accept-invitation',
  'kit/fit',
  'local/{hot-partitions,seed,stage}',
  'mcp/{budgets,claim-next,full-fix,hostile-text,resources,structured,wait}',
  'notifications/*',
  'oauth/refused',
  'operations/{index-site,one-id,switch-command,switches}',
  'resolutions/unsized',
  'reviews/{calibration-in-use,content,examples,extract/transcribe,facts,feedback-note,get-calibration}',
  'reviews/{model/hostile,orders-finding,page-rating,panel-by-content,repeat-review,replay/replay}',
  'reviews/{review-markdown,share-review,spend}',
  'reviews/{calibration/{examples,recipe,worlds},run/{orders,run-persona,stress}}',
  'security/{headers,idempotency}',
  'threads/{internal-notes,mail-answers,mail-pictures,mails}',
  'usage/{count-usage,usage}',
  'verification/{learned-fix,shown,verify-fix}',
  'webhooks/{deliver-webhook,fairness,loop,purge-webhook}',
  'workers/{extract-review,notifications,refit-calibrator}',
  'workspaces/{grace,settings}',
]);
/** Operations and workers that read indexes: they run once, with indexes that lag. `*-in-short` has the essentials. */
const PROOFS_UNDER_LAG = files([
  'annotations/{list-annotations,patch-annotation,quarantine}',
  '{personas/marketplace,reviews/list-reviews,signup/access-requests}',
  'security/deleted',
  'showcase/{deleted,public,reports,states}',
  'workers/purge*',
  'workspaces/{deletion,switching,workspaces}',
]);
/** Handlers are patient for seconds: while faults take them to that edge, no browser may keep the machine busy. */
const FAULTS = 'proof/(*faults|notified|wallet)';
/** Other browsers, large numbers, every limit of bytes, many faults, mutants, and the details of single pages. */
const NIGHTLY_PROOFS = files([
  'browser/{engines/*,first-day,team-mode,widget/{details,files,pages,team}}',
  'conformance/inspector',
  'browser/dashboard/!(early|hostile|inbox|lost|main-path|note|risks|states)',
  'data/{export,rebind}',
  'demo/{captcha,model}',
  'exports/{pictures,scripts}',
  'local/stage',
  'operations/{one-id,switch-command}',
  'proof/{bounds-*,calibration*,content,deletes,demo-pages,erased-traces,export,extracted-files,fuzz,hostile-files}',
  'proof/{faults,first-call,nesting,notified,ratings-under-faults,restore,reviews-under-faults,teams-under-faults}',
  'render/{deployed,hostile,visit}',
  'reviews/{panel-by-content,replay/replay}',
  'threads/mail-pictures',
  'verification/{learned-fix,verify-fix}',
  'webhooks/{fairness,loop}',
]);
/** They take half of the time, and nearly all of their expressions are in others too. */
const NIGHTLY_TABLE_TESTS = files([
  'demo/allowance',
  'mcp/tools',
  'reviews/{calibration-in-use,run-personas}',
  'usage/{usage,count-usage}',
  'workers/{extract-review,notifications,refit-calibrator}',
  'workspaces/{grace,members,settings}',
]);

const { NIGHTLY, PROOF, TESTS, TEST_BASE_URL } = process.env;
const none = (of) => of.map((pattern) => pattern.replace('<rootDir>', '!**'));
/** `all` is for a file that is named, wherever it belongs. */
const isAll = Boolean(NIGHTLY) || PROOF === 'all';
const faults = files([FAULTS]);
const PROOFS = { all: ALL_PROOFS, faults, others: [...ALL_PROOFS, ...none(faults)] };
/** A stage that runs elsewhere lends neither its clock nor its tables to this process. */
const STAGE_TESTS = TEST_BASE_URL ? files(['smoke/**/*']) : files(['**/*']);

const unit = { ...shared, displayName: 'unit', testMatch: UNIT_TESTS };
const stage = {
  ...onStage,
  displayName: 'stage',
  testMatch: [
    ...STAGE_TESTS,
    ...none([
      ...UNIT_TESTS,
      ...ALL_PROOFS,
      ...PROOFS_UNDER_LAG,
      ...files(['aws/*', 'operations/trace', 'stack/stack']),
    ]),
  ],
};
const table = { ...stage, testMatch: isAll ? TABLE_TESTS : [...TABLE_TESTS, ...none(NIGHTLY_TABLE_TESTS)] };
const proof = {
  ...onStage,
  displayName: 'proof',
  testMatch: PROOF && (isAll ? PROOFS[PROOF] : [...PROOFS[PROOF], ...none(NIGHTLY_PROOFS)]),
};
const proofUnderLag = {
  ...onStage,
  displayName: 'proof under lag',
  testEnvironmentOptions: { tableFault: 'gsi_lag' },
  testMatch: PROOFS_UNDER_LAG,
};

const selected = () => {
  if (PROOF) return PROOF !== 'faults' && isAll ? [proof, proofUnderLag] : [proof];
  if (TESTS === 'table') return [table];
  return TEST_BASE_URL ? [stage] : [unit, stage];
};

/** `PROOF` names a group of proofs, or all; without it, units and stage. `NIGHTLY` adds the nightly ones. */
export default {
  // A test waits for emulators, browsers and timers a third of its time.
  maxWorkers: PROOF === 'faults' ? 2 : Math.min(4, availableParallelism() + 1),
  testTimeout: PROOF || process.env.TESTS === 'table' ? 300_000 : 60_000,
  testSequencer: './test/sequencer.js',
  projects: selected(),
};
