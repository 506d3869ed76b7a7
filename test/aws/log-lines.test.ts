import { beforeAll, describe, expect, test } from '@jest/globals';
import { logBug, logLine } from '../../functions/kit/log.ts';
import { modelError } from '../../functions/reviews/ask/model/provider-fault.ts';
import { allOf, assembled, mutated } from './assembled.ts';
import type { Stack } from './assembly.ts';
import { filterFaults, filterMatches, filtersIn, type Level, type Logged } from './log-lines.ts';
import { Resolver } from './resolve.ts';

/** The code's arguments to `console`. */
const logged = (run: () => void): Logged[] => {
  const lines: Logged[] = [];
  const levels: Record<string, Level> = { log: 'INFO', info: 'INFO', warn: 'WARN', error: 'ERROR' };
  const kept = { ...console };
  for (const [name, level] of Object.entries(levels)) {
    Object.assign(console, { [name]: (message: string) => void lines.push({ level, message }) });
  }
  try {
    run();
  } finally {
    Object.assign(console, kept);
  }
  return lines;
};

let stacks: Stack[];
let mattering: Logged[];
let ordinary: Logged[];

beforeAll(() => {
  stacks = assembled();
  process.env.LOG_LEVEL = '';
  mattering = logged(() => {
    logBug('01JD', new Error('broken'));
    logLine({ id: '01JD', refused: 'edge' });
    modelError({ status: 429, name: 'ThrottlingException', message: '' });
  });
  ordinary = logged(() => {
    logLine({ id: '01JD', route: 'GET /api/health', status: 200, ms: 3 });
    logBug('01JD', new Error('to be tried again'), 'warn');
  });
});
const faults = (of: Stack[]) => filterFaults(filtersIn(of, new Resolver(of)), mattering, ordinary);

describe('every metric filter of a function', () => {
  test('matches a line in the runtime’s format, and no ordinary line', () => {
    expect(mattering.length).toBeGreaterThanOrEqual(3);
    expect(ordinary).toHaveLength(2);
    expect(filtersIn(stacks, new Resolver(stacks)).length).toBeGreaterThan(100);
    expect(faults(stacks)).toEqual([]);
  });
});

describe('a filter that never matches', () => {
  test('a filter is reported if it reads JSON fields of a line with text before its JSON', () => {
    const found = faults(
      mutated(stacks, (copy) => {
        for (const { properties } of allOf(copy, 'AWS::Logs::MetricFilter')) {
          if (JSON.stringify(properties).includes('ModelFaults')) properties.FilterPattern = '{ $.id = "model" }';
        }
      }),
    );
    expect(found.length).toBeGreaterThanOrEqual(2);
    for (const one of found) expect(one).toContain('{ $.id = "model" } matches no line that a function writes');
  });

  test('a filter is reported if its functions log JSON, which escapes the quotes of a message', () => {
    const found = faults(
      mutated(stacks, (copy) => {
        for (const { properties } of allOf(copy, 'AWS::Lambda::Function')) {
          properties.LoggingConfig = { ...(properties.LoggingConfig as object), LogFormat: 'JSON' };
        }
      }),
    );
    expect(found).toContainEqual(expect.stringContaining('matches no line that a function writes'));
  });

  test('a filter is reported if it matches every line', () => {
    const found = faults(
      mutated(stacks, (copy) => {
        allOf(copy, 'AWS::Logs::MetricFilter')[0]!.properties.FilterPattern = '';
      }),
    );
    expect(found).toEqual([expect.stringContaining('matches an ordinary line')]);
  });
});

describe('filterMatches', () => {
  test.each([
    ['"a b" c', 'x a b c', true],
    ['"a b" c', 'x a c b', false],
    ['?one ?two', 'two', true],
    ['?one ?two', 'three', false],
    ['error -retry', 'error', true],
    ['error -retry', 'error retry', false],
    ['{ $.ms > 5 }', '{"ms":6}', true],
    ['{ $.ms > 5 }', 'text {"ms":6}', false],
  ])('filterMatches judges %s on %s as CloudWatch does', (pattern, line, expected) => {
    expect(filterMatches(pattern, line)).toBe(expected);
  });

  test('throws for an unsupported pattern', () => {
    expect(() => filterMatches('[ip, user]', 'x')).toThrow('Teach');
    expect(() => filterMatches('{ $.a = 1 && $.b = 2 }', '{}')).toThrow('Teach');
  });
});
