import { beforeAll, describe, expect, test } from '@jest/globals';
import { allStages } from '../stack/stages.ts';
import { allOf, assembled, mutated, oneOf } from './assembled.ts';
import type { Stack } from './assembly.ts';
import { retryFaults } from './retention.ts';

let stacks: Stack[];
beforeAll(() => {
  stacks = assembled();
});
const established = new Set(
  allStages()
    .filter(({ isProtected }) => isProtected)
    .map(({ name }) => name),
);
const faults = (of: Stack[]) => retryFaults(of, (stage) => established.has(stage));

describe('a failed first deploy', () => {
  test('can be repeated, because nothing named is kept and nothing is protected', () => {
    expect(stacks.filter(({ stage }) => !established.has(stage)).length).toBeGreaterThan(4);
    expect(faults(stacks)).toEqual([]);
  });
});

describe('an obstacle to a second attempt', () => {
  const fresh = ({ stack }: { stack: Stack }) => !established.has(stack.stage);
  test.each<[string, RegExp, (copy: Stack[]) => void]>([
    [
      'a named secret is retained',
      /SecretsManager::Secret \w+ is kept under its name/,
      (copy) => {
        oneOf(copy, 'AWS::SecretsManager::Secret', fresh).resource.DeletionPolicy = 'Retain';
      },
    ],
    [
      'a log group is retained',
      /Logs::LogGroup \w+ is kept under its name/,
      (copy) => {
        for (const { resource } of allOf(copy, 'AWS::Logs::LogGroup').filter(fresh)) resource.DeletionPolicy = 'Retain';
      },
    ],
    [
      'a table is protected',
      /DynamoDB::Table \w+ can't be deleted/,
      (copy) => {
        oneOf(copy, 'AWS::DynamoDB::Table', fresh).properties.DeletionProtectionEnabled = true;
      },
    ],
    [
      'a stack is protected',
      /-\w+ can't be deleted after a failed first deploy/,
      (copy) => {
        for (const stack of copy) stack.isProtected = true;
      },
    ],
  ])('an obstacle to a second attempt is reported if %s', (_, says, change) => {
    expect(faults(mutated(stacks, change))).toContainEqual(expect.stringMatching(says));
  });
});
