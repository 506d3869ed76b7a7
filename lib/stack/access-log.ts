/** The access log's fields. `$context.routeKey`, never the path: paths hold secrets. */
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

/** A line as API Gateway writes it: a variable without a value is a hyphen. */
export const accessLine = (values: Partial<Record<Variable, string | number>>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(ACCESS_LOG).map(([name, variable]) => [name, String(values[variable] ?? '-')])),
  );
