/** Most of an account's regional quota of 10,000 per second, and all of its burst of 5,000 (docs/scale.md). */
export const API_LIMITS = { perSecond: 8000, burst: 5000 } as const;
export const LOADER_PER_SECOND = 500;

/** `$context.routeKey`, never the path: paths hold secrets. */
export const ACCESS_LOG = {
  request_id: '$context.requestId',
  lambda_id: '$context.integration.requestId',
  time: '$context.requestTimeEpoch',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  ms: '$context.responseLatency',
  lambda_ms: '$context.integration.latency',
  error: '$context.integrationErrorMessage',
} as const;

type Variable = (typeof ACCESS_LOG)[keyof typeof ACCESS_LOG];

/** API Gateway writes a variable without a value as a hyphen. */
export const accessLine = (values: Partial<Record<Variable, string | number>>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(ACCESS_LOG).map(([name, variable]) => [name, String(values[variable] ?? '-')])),
  );
