import { beforeAll, describe, expect, test } from '@jest/globals';
import { allOf, assembled, mutated, oneOf } from './assembled.ts';
import type { JsonObject, Stack } from './assembly.ts';
import { invokersIn, permissionFaults } from './permissions.ts';
import { Resolver } from './resolve.ts';

let stacks: Stack[];
beforeAll(() => {
  stacks = assembled();
});
const faults = (of: Stack[]) => permissionFaults(of, new Resolver(of));

describe('every route, rule, subscription, function URL, alarm and mail event', () => {
  test('may invoke the function or topic that it targets', () => {
    const found = invokersIn(stacks, new Resolver(stacks));
    expect(found.length).toBeGreaterThan(300);
    for (const kind of ['route $default', 'route GET /api/health', 'rule ', 'subscription ']) {
      expect(found.filter(({ what }) => what.includes(kind)).length).toBeGreaterThanOrEqual(4);
    }
    for (const { lambda } of found) expect(lambda).toMatch(/^arn:aws:lambda:/);
    expect(faults(stacks)).toEqual([]);
  });
});

describe('a missing permission', () => {
  const isOf = (principal: string) => (one: { properties: JsonObject }) => one.properties.Principal === principal;
  const withSource = (copy: Stack[], end: string) => {
    for (const { properties } of allOf(copy, 'AWS::Lambda::Permission').filter(isOf('apigateway.amazonaws.com'))) {
      const parts = (properties.SourceArn as JsonObject)['Fn::Join'] as [string, unknown[]];
      parts[1][parts[1].length - 1] = end;
    }
  };

  test('a missing permission is reported if the source ARN of $default has one segment too many', () => {
    const found = faults(mutated(stacks, (copy) => withSource(copy, '/*/*/*')));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((one) => !/route (\$default|[A-Z]+ \/[^/]*) may not invoke/.test(one))).toEqual([]);
    expect(found).toContainEqual(expect.stringContaining('route $default may not invoke'));
  });

  test('a missing permission is reported if only another route is allowed', () => {
    const found = faults(mutated(stacks, (copy) => withSource(copy, '/$default/GET/api/health')));
    expect(found.join('\n')).not.toContain('route GET /api/health ');
    expect(found).toContainEqual(expect.stringContaining('route GET /api/v1/sites '));
  });

  test.each<[string, RegExp, (copy: Stack[]) => void]>([
    [
      'a rule loses its own',
      /rule \w+ may not invoke/,
      (copy) => {
        oneOf(copy, 'AWS::Lambda::Permission', isOf('events.amazonaws.com')).properties.SourceArn =
          'arn:aws:events:eu-central-1:123456789012:rule/other';
      },
    ],
    [
      'a topic is admitted to another function',
      /subscription \w+ may not invoke/,
      (copy) => {
        oneOf(copy, 'AWS::Lambda::Permission', isOf('sns.amazonaws.com')).properties.FunctionName = 'other';
      },
    ],
    [
      'a function URL has one of two',
      /function URL \w+ needs both permissions/,
      (copy) => {
        oneOf(
          copy,
          'AWS::Lambda::Permission',
          ({ properties }) => properties.InvokedViaFunctionUrl === true,
        ).properties.Principal = 'sns.amazonaws.com';
      },
    ],
    [
      'a topic admits no alarm',
      /alarm \w+: .* does not let cloudwatch/,
      (copy) => {
        for (const { resource } of allOf(copy, 'AWS::SNS::TopicPolicy')) resource.Properties = {};
      },
    ],
    [
      'a topic admits the mail events of another configuration set',
      /mail events \w+: .* does not let ses/,
      (copy) => {
        for (const { properties } of allOf(copy, 'AWS::SES::ConfigurationSetEventDestination'))
          properties.ConfigurationSetName = 'other';
      },
    ],
  ])('a missing permission is reported if %s', (_, says, change) => {
    expect(faults(mutated(stacks, change))).toContainEqual(expect.stringMatching(says));
  });
});
