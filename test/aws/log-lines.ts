import type { JsonObject, Stack } from './assembly.ts';
import { isObject } from './policy.ts';
import type { Resolver } from './resolve.ts';

const REQUEST_ID = '6f4c8a52-1b0e-4d5a-9c1f-0a1b2c3d4e5f';
const TIME = '2026-11-22T21:00:00.000Z';

export type LogFormat = 'Text' | 'JSON';
export type Level = 'INFO' | 'WARN' | 'ERROR';

/**
 * A line as Lambda's Node runtime writes what is passed to `console` (aws-lambda-runtime-interface-client, LogPatch): text after
 * time, request id and level, or JSON with the text as its message.
 */
export const asWritten = (format: LogFormat, level: Level, message: string): string =>
  format === 'JSON'
    ? JSON.stringify({ timestamp: TIME, level, requestId: REQUEST_ID, message })
    : `${TIME}\t${REQUEST_ID}\t${level}\t${message}`;

/** Lines that Lambda itself writes. */
export const platformLines = [
  `START RequestId: ${REQUEST_ID} Version: $LATEST`,
  `END RequestId: ${REQUEST_ID}`,
  `REPORT RequestId: ${REQUEST_ID}\tDuration: 12.34 ms\tBilled Duration: 13 ms\tMemory Size: 512 MB\tMax Memory Used: 90 MB`,
];

const unquoted = (text: string) => text.replace(/^"(.*)"$/s, '$1').replace(/\\(["\\])/g, '$1');

const jsonTerm = (pattern: string, line: string): boolean => {
  const [, path = '', operator, wanted = ''] =
    /^\{\s*\$\.([\w.]+)\s*(=|!=|>=|<=|>|<)\s*("[^"]*"|[^\s"]+)\s*\}$/.exec(pattern) ?? [];
  if (operator === undefined) throw new Error(`Teach test/aws/log-lines.ts the filter ${pattern}`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Only a line that is JSON as a whole has fields.
    return false;
  }
  for (const name of path.split('.')) value = isObject(value as JsonObject) ? (value as JsonObject)[name] : undefined;
  if (value === undefined) return false;
  if (operator === '=') return String(value) === unquoted(wanted);
  if (operator === '!=') return String(value) !== unquoted(wanted);
  const [left, right] = [Number(value), Number(wanted)];
  return { '>': left > right, '<': left < right, '>=': left >= right, '<=': left <= right }[operator] ?? false;
};

/** Whether a filter pattern of CloudWatch Logs matches a line. Throws for a kind of pattern that's not known here. */
export const filterMatches = (pattern: string, line: string): boolean => {
  const trimmed = pattern.trim();
  if (trimmed.startsWith('{')) return jsonTerm(trimmed, line);
  if (trimmed.startsWith('[') || trimmed.startsWith('%'))
    throw new Error(`Teach test/aws/log-lines.ts the filter ${pattern}`);
  const terms = trimmed.match(/[?-]?"(?:\\.|[^"\\])*"|\S+/gs) ?? [];
  const holds = (term: string) => line.includes(unquoted(term));
  const any = terms.filter((term) => term.startsWith('?')).map((term) => term.slice(1));
  const none = terms.filter((term) => term.startsWith('-')).map((term) => term.slice(1));
  const all = terms.filter((term) => !/^[?-]/.test(term));
  return all.every(holds) && !none.some(holds) && (any.length === 0 || any.some(holds));
};

export interface Filter {
  what: string;
  pattern: string;
  format: LogFormat;
}

/** Every metric filter on the log group of a Lambda, with the format in which that function logs. */
export const filtersIn = (stacks: readonly Stack[], resolver: Resolver): Filter[] => {
  const formats = new Map<string, LogFormat>();
  const each = (type: string) =>
    stacks.flatMap((stack) =>
      Object.entries(stack.template.Resources)
        .filter(([, { Type }]) => Type === type)
        .map(([id]) => ({ stack, id, properties: resolver.properties(stack, id) })),
    );
  for (const { stack, properties } of each('AWS::Lambda::Function')) {
    const logging = isObject(properties.LoggingConfig) ? properties.LoggingConfig : {};
    formats.set(`${stack.region} ${logging.LogGroup}`, logging.LogFormat === 'JSON' ? 'JSON' : 'Text');
  }
  return each('AWS::Logs::MetricFilter').flatMap(({ stack, id, properties }) => {
    const format = formats.get(`${stack.region} ${properties.LogGroupName}`);
    return format ? [{ what: `${stack.name}: ${id}`, pattern: String(properties.FilterPattern), format }] : [];
  });
};

export interface Logged {
  level: Level;
  message: string;
}

/** Filters that match none of the lines that matter, or one of those that everything writes. */
export const filterFaults = (
  filters: readonly Filter[],
  mattering: readonly Logged[],
  ordinary: readonly Logged[],
): string[] =>
  filters.flatMap(({ what, pattern, format }) => {
    const written = (lines: readonly Logged[]) => lines.map(({ level, message }) => asWritten(format, level, message));
    const rings = written(mattering).some((line) => filterMatches(pattern, line));
    const noise = [...platformLines, ...written(ordinary)].find((line) => filterMatches(pattern, line));
    return [
      ...(rings ? [] : [`${what}: ${pattern} matches no line that a function writes`]),
      ...(noise === undefined ? [] : [`${what}: ${pattern} matches an ordinary line, ${noise}`]),
    ];
  });
