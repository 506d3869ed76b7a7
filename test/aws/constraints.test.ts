import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { allOf, assembled, mutated, oneOf } from './assembled.ts';
import type { JsonObject, Stack } from './assembly.ts';
import { checkConstraints, type Findings, sources } from './constraints.ts';
import { Resolver } from './resolve.ts';

/** Properties that neither model constrains. It may only shrink: constrain a new one in constraints.ts, from AWS's documents. */
const listed: Record<string, string[]> = JSON.parse(readFileSync(join(import.meta.dirname, 'unchecked.json'), 'utf8'));

const check = (stacks: Stack[]) => checkConstraints(stacks, new Resolver(stacks));
let stacks: Stack[];
let findings: Findings;

beforeAll(() => {
  stacks = assembled();
  findings = check(stacks);
});

const sorted = (map: Map<string, Set<string>>) =>
  Object.fromEntries(
    [...map]
      .filter(([, paths]) => paths.size > 0)
      .sort()
      .map(([type, paths]) => [type, [...paths].sort()]),
  );

describe('every property of every template', () => {
  test('satisfies the published models of CloudFormation and of the services', () => {
    expect(findings.violations).toEqual([]);
  });

  test('is counted as checked or as unchecked, and the unchecked ones are listed', () => {
    const rows = [...findings.checked].sort().map(([type, paths]) => {
      const unchecked = findings.unchecked.get(type)?.size ?? 0;
      return `${type.padEnd(46)} ${String(paths.size).padStart(4)} checked ${String(unchecked).padStart(4)} unchecked`;
    });
    process.stdout.write(
      `${Object.entries(sources)
        .map((one) => one.join(' '))
        .join('\n')}\n${rows.join('\n')}\n`,
    );
    expect(sorted(findings.unchecked)).toEqual(listed);
  });

  test('is checked for more than three quarters of them', () => {
    const size = (map: Map<string, Set<string>>) => [...map.values()].reduce((sum, paths) => sum + paths.size, 0);
    expect(size(findings.checked)).toBeGreaterThan(3 * size(findings.unchecked));
  });
});

describe('a violation', () => {
  const violationsAfter = (change: (copy: Stack[]) => void) => {
    const known = new Set(findings.violations);
    return check(mutated(stacks, change)).violations.filter((one) => !known.has(one));
  };
  const index = (copy: Stack[]) => {
    const table = oneOf(copy, 'AWS::DynamoDB::Table', ({ properties }) => 'GlobalSecondaryIndexes' in properties);
    return (table.properties.GlobalSecondaryIndexes as JsonObject[]).at(-1)!;
  };

  test('a violation is reported if an index projects 28 attributes', () => {
    const found = violationsAfter((copy) => {
      const NonKeyAttributes = Array.from({ length: 28 }, (_, n) => `attribute_${n}`);
      index(copy).Projection = { ProjectionType: 'INCLUDE', NonKeyAttributes };
    });
    expect(found).toEqual([expect.stringMatching(/NonKeyAttributes 28 items, allowed are 1 to 20$/)]);
  });

  test.each<[string, RegExp, (copy: Stack[]) => void]>([
    ['a required property is missing', /lacks KeySchema/, (copy) => delete index(copy).KeySchema],
    [
      'a value is none of the enumeration',
      /"NONE" is none of/,
      (copy) => {
        index(copy).Projection = { ProjectionType: 'NONE' };
      },
    ],
    [
      'a property does not exist',
      /unknown property ProjectionTypo/,
      (copy) => {
        index(copy).Projection = { ProjectionTypo: 'ALL' };
      },
    ],
    [
      'a number exceeds its range',
      /Timeout 901 as a number, allowed are 1 to 900/,
      (copy) => {
        oneOf(copy, 'AWS::Lambda::Function').properties.Timeout = 901;
      },
    ],
    [
      'a name does not match its pattern',
      /does not match/,
      (copy) => {
        oneOf(copy, 'AWS::Logs::LogGroup').properties.LogGroupName = 'two words';
      },
    ],
    [
      'a text is too long',
      /129 characters/,
      (copy) => {
        const [filter] = allOf(copy, 'AWS::Logs::MetricFilter');
        (filter!.properties.MetricTransformations as JsonObject[])[0]!.MetricName = 'x'.repeat(256);
        const [alarm] = allOf(copy, 'AWS::Cognito::UserPoolClient');
        alarm!.properties.ClientName = 'x'.repeat(129);
      },
    ],
    [
      'a type has no vendored model',
      /AWS::Kinesis::Stream has no vendored model/,
      (copy) => {
        copy[0]!.template.Resources.Extra = { Type: 'AWS::Kinesis::Stream' };
      },
    ],
    [
      'a documented limit of a queue is exceeded',
      /VisibilityTimeout 50000/,
      (copy) => {
        oneOf(
          copy,
          'AWS::SQS::Queue',
          ({ properties }) => 'VisibilityTimeout' in properties,
        ).properties.VisibilityTimeout = 50_000;
      },
    ],
  ])('a violation is reported if %s', (_, says, change) => {
    expect(violationsAfter(change)).toContainEqual(expect.stringMatching(says));
  });
});
