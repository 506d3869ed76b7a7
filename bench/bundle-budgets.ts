const KB = 1000;

export interface BundleBudget {
  minified?: number;
  gzip?: number;
  /** Load time as a multiple of a bare Node start. */
  load?: number;
}

/** No limit; each is a separate function. */
const RECORDED: BundleBudget = {};

export const bundleBudgets = {
  static: { minified: 15 * KB, gzip: 6 * KB, load: 0.25 },
  area: { minified: 280 * KB, gzip: 95 * KB, load: 1.9 },
  storage: { minified: 380 * KB, gzip: 130 * KB, load: 2.3 },
  mcp: { minified: 700 * KB, gzip: 210 * KB, load: 3 },
  recorded: RECORDED,
  worker: { minified: 300 * KB, gzip: 95 * KB, load: 1.9 },
  /** A worker with the texts of eight kinds of mails in two languages, which are 5 KB. */
  letters: { minified: 300 * KB, gzip: 97 * KB, load: 1.9 },
} as const satisfies Record<string, BundleBudget>;

export type BundleClass = keyof typeof bundleBudgets;

/** Folders and workers under functions/; the bench fails if a Lambda is missing. */
export const bundles: Readonly<Record<string, BundleClass>> = {
  discovery: 'static',
  'not-found': 'static',
  'edge/origin-response': 'static',
  sites: 'area',
  annotations: 'area',
  changes: 'area',
  loader: 'area',
  personas: 'area',
  'api-tokens': 'area',
  webhooks: 'area',
  notifications: 'area',
  mail: 'area',
  threads: 'area',
  usage: 'area',
  signup: 'area',
  /** Reads the documents in which clients describe themselves. */
  oauth: 'recorded',
  wallet: 'area',
  me: 'area',
  workspaces: 'area',
  exports: 'recorded',
  invitations: 'area',
  showcase: 'area',
  data: 'area',
  files: 'area',
  reviews: 'storage',
  resolutions: 'area',
  widget: 'storage',
  mcp: 'mcp',
  /** The only public area that reads web pages and calls the model. */
  demo: 'recorded',
  'fetcher/handler': 'recorded',
  'browser/handler': 'recorded',
  'workers/dispatch': 'worker',
  'workers/count-usage': 'worker',
  'workers/reconcile': 'worker',
  'workers/notify-submitter': 'worker',
  'workers/send-mail': 'letters',
  'workers/record-feedback': 'worker',
  /** Includes the user pool's client; a cold start delays a first sign-in. */
  'workers/link-sign-in': 'worker',
  /** Parses mails, reads threads and recognizes risks; no one waits for it. */
  'workers/receive-mail': 'recorded',
  'workers/purge': 'worker',
  /** Reads and validates rows of every calibration format, so it includes zod. */
  'workers/refit-calibrator': 'area',
  /** Cuts texts as new notes do, with their schema; no one waits for it. */
  'workers/erase-person': 'recorded',
  'workers/export-data': 'worker',
  'workers/extract-review': 'recorded',
  'workers/render-page': 'recorded',
  'workers/run-persona': 'recorded',
  /** Includes the client of the function that sends for it. */
  'workers/deliver-webhook': 'recorded',
};

/** Packages that only the functions without a limit may bundle. */
export const heavyPackages = [
  'pdfkit',
  'harfbuzzjs',
  'bidi-js',
  '@jsquash/webp',
  'linkedom',
  '@mozilla/readability',
  'unpdf',
  'mammoth',
  'marked',
  'pngjs',
  'jpeg-js',
  'file-type',
  'undici',
  'ipaddr.js',
  'openai',
  '@aws-sdk/client-bedrock-runtime',
  '@aws-sdk/client-lambda',
  '@aws-sdk/client-transcribe',
] as const;

/**
 * For a page on a slowed phone: seconds, and KB of gzipped JavaScript including everything loaded later. Times depend
 * on the machine, so their limits are what web.dev calls poor; good is 2.5 and 0.2.
 */
export const vitals = { lcp: 4, tbt: 0.6, cls: 0.1, scripts: 160, requests: 44 } as const;

/** From an input to the next paint; web.dev’s limit of a good INP. */
export const interactionMs = 200;

/** gzip, level 9; `lazy` is for each language and each tool that loads on demand. */
export const widgetBudgets = {
  loader: 2048,
  core: 14 * KB,
  inspect: 8.47 * KB,
  capture: 10 * KB,
  lazy: 8 * KB,
} as const;
