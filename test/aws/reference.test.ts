import { beforeAll, describe, expect, test } from '@jest/globals';
import { assembled, mutated, oneOf } from './assembled.ts';
import type { JsonObject, Stack } from './assembly.ts';
import { policiesOf } from './policy.ts';
import { faultsOf } from './reference.ts';
import { Resolver } from './resolve.ts';

let stacks: Stack[];
let known: string[];
const faults = (of: Stack[]) => faultsOf(policiesOf(of, new Resolver(of)));

beforeAll(async () => {
  stacks = assembled();
  known = await faults(stacks);
});

describe('every policy', () => {
  test('names actions, resources and condition keys that the Service Authorization Reference has', () => {
    expect(policiesOf(stacks, new Resolver(stacks)).length).toBeGreaterThan(100);
    expect(known).toEqual([]);
  });
});

describe('a policy error', () => {
  const statement = (Action: string, Resource: JsonObject | string, Condition?: JsonObject): JsonObject => ({
    Effect: 'Allow',
    Action,
    Resource,
    ...(Condition && { Condition }),
  });

  test.each<[string, RegExp, JsonObject]>([
    [
      'if an action supports no resource and names one',
      /transcribe:StartTranscriptionJob names .*transcription-job\/review-\* and needs \*/,
      statement(
        'transcribe:StartTranscriptionJob',
        'arn:aws:transcribe:eu-central-1:123456789012:transcription-job/review-*',
      ),
    ],
    ['if an action does not exist', /dynamodb:GetItems does not exist/, statement('dynamodb:GetItems', '*')],
    ['if a service does not exist', /dynamo:GetItem is of no known service/, statement('dynamo:GetItem', '*')],
    [
      'if an action names a resource of another type',
      /s3:ListBucket names arn:aws:s3:::b\/kept\/\* and needs/,
      statement('s3:ListBucket', 'arn:aws:s3:::b/kept/*'),
    ],
    [
      'if an index is named by an action that only knows tables',
      /dynamodb:PutItem names .*index\/gsi1 and needs/,
      statement('dynamodb:PutItem', 'arn:aws:dynamodb:eu-central-1:123456789012:table/t/index/gsi1'),
    ],
    [
      'if a condition key belongs to another service',
      /sqs:SendMessage has no condition key ses:FromAddress/,
      statement('sqs:SendMessage', '*', { StringEquals: { 'ses:FromAddress': 'a@b.example' } }),
    ],
  ])('a policy error is reported %s', async (_, says, added) => {
    const copy = mutated(stacks, (stacks) => {
      const { properties } = oneOf(stacks, 'AWS::IAM::Policy');
      ((properties.PolicyDocument as JsonObject).Statement as JsonObject[]).push(added);
    });
    const found = (await faults(copy)).filter((one) => !known.includes(one));
    expect(found).toContainEqual(expect.stringMatching(says));
  });
});
