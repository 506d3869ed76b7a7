export const MILLION = 1_000_000;
export const GB = 1e9;

export const usd = (dollars: number, digits = 2) => `$${dollars.toFixed(digits)}`;

/** Public prices in dollars, us-east-1, November 2026; free tiers are left out. */
export const prices = {
  readUnit: 0.125 / MILLION,
  writeUnit: 0.625 / MILLION,
  httpApiRequest: 1 / MILLION,
  lambdaRequest: 0.2 / MILLION,
  lambdaGbSecond: 0.0000133334,
  /** x86_64. */
  intelGbSecond: 0.0000166667,
  queueRequest: 0.4 / MILLION,
  mail: 0.16 / 1000,
  receivedMail: 0.1 / 1000,
  topicMessage: 0.5 / MILLION,
  objectWrite: 5 / MILLION,
  objectRead: 0.4 / MILLION,
  edgeRequest: 1 / MILLION,
  edgeFunction: 0.1 / MILLION,
  edgeLambdaRequest: 0.6 / MILLION,
  edgeLambdaGbSecond: 0.00005001,
  edgeGbOut: 0.085,
  edgeGbToOrigin: 0.02,
  firewallRequest: 0.6 / MILLION,
  logGb: 0.5,
  storageGbMonth: 0.25 + 0.2,
  objectGbMonth: 0.023,

  firewallMonth: 5,
  firewallRuleMonth: 1,
  alarmMonth: 0.1,
  trace: 5 / MILLION,
  metricMonth: 0.3,
  secretMonth: 0.4,
} as const;

/** Assumptions about a request's cost that the bench doesn't measure. */
export const assumed = {
  /** Duration of a Lambda in the table's region: per sequential trip, and its own work. */
  tripMs: 4,
  ownMs: 4,
  edgeLambdaMs: 1,
  /** Headers of a request and its response. */
  requestHeaders: 900,
  answerHeaders: 700,
  /** Besides our own log line: the platform's report, API Gateway's access log and CloudFront's. */
  platformLogBytes: 1100,
  /** Lambda traces one request per second and this share of the others. */
  tracedPart: 0.05,
  /** CloudFront's share of those. */
  edgeLogBytes: 400,
  /** Regional caches of CloudFront that a site's visitors reach. */
  edgeCaches: 6,
  /** As `functions/loader/get-loader.ts` allows. */
  loaderSeconds: 300,
  minutesAMonth: 43_800,
  /** Pollers of one queue's event source mapping, each polling every 20 seconds. */
  queuePollers: 5,
  reconcileMs: 100,
  reconcileReads: 4,
  /** One visit to a page of usual size, with its measurements and pictures. */
  visitMs: 6000,
  /** The worker’s own time besides waiting for its visits. */
  readPageMs: 2000,
} as const;
