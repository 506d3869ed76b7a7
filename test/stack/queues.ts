import { describe, expect, test } from '@jest/globals';
import { jobQueues } from '../../functions/workers/jobs.ts';
import { count, list, type Resource, type Resources, type Synthesised, text } from './synthesised.ts';

type Each = (check: (one: Synthesised) => void) => () => void;

const mappings = (region: Resources) =>
  region.of('AWS::Lambda::EventSourceMapping').map(({ properties }) => properties);
const queueMappings = (region: Resources) =>
  mappings(region).filter((mapping) => region.named(mapping.EventSourceArn).type === 'AWS::SQS::Queue');

const isDeadLetters = (region: Resources, queue: Resource) => {
  const targets = [
    ...region.of('AWS::SQS::Queue').map(({ properties }) => properties.RedrivePolicy?.deadLetterTargetArn),
    ...mappings(region).map((mapping) => mapping.DestinationConfig?.OnFailure?.Destination),
    ...region.of('AWS::SNS::Subscription').map(({ properties }) => properties.RedrivePolicy?.deadLetterTargetArn),
  ];
  return targets.some((target) => target !== undefined && region.named(target) === queue);
};

export const queueRules = (each: Each): void => {
  describe('a queue', () => {
    test(
      'has dead letters, or holds them',
      each(({ region }) => {
        for (const queue of region.of('AWS::SQS::Queue')) {
          expect(queue.properties.RedrivePolicy !== undefined || isDeadLetters(region, queue)).toBe(true);
        }
      }),
    );

    test(
      'of dead letters raises an alarm at the first one and keeps it for two weeks',
      each(({ region }) => {
        const dead = region.of('AWS::SQS::Queue').filter((queue) => isDeadLetters(region, queue));
        expect(dead).toHaveLength(Object.keys(jobQueues).length + 2);
        for (const queue of dead) {
          expect(queue.properties.MessageRetentionPeriod).toBe(14 * 86_400);
          const alarm = region
            .of('AWS::CloudWatch::Alarm')
            .find(({ properties }) =>
              list(properties.Dimensions).some(({ Value: value }) => JSON.stringify(value).includes(`"${queue.id}"`)),
            );
          expect(alarm?.properties).toMatchObject({ MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 1 });
        }
      }),
    );

    test(
      'hides a message six times as long as its worker may take',
      each(({ region }) => {
        expect(queueMappings(region)).toHaveLength(Object.keys(jobQueues).length);
        for (const mapping of queueMappings(region)) {
          const { VisibilityTimeout } = region.named(mapping.EventSourceArn).properties;
          const { Timeout } = region.named(mapping.FunctionName).properties;
          expect(count(VisibilityTimeout)).toBeGreaterThanOrEqual(6 * count(Timeout));
        }
      }),
    );
  });

  describe('a queue worker', () => {
    test(
      'is held back by the mapping, never by reserved concurrency',
      each(({ region }) => {
        for (const mapping of queueMappings(region)) {
          expect(count(mapping.ScalingConfig?.MaximumConcurrency)).toBeGreaterThanOrEqual(2);
          expect(region.named(mapping.FunctionName).properties.ReservedConcurrentExecutions).toBeUndefined();
        }
      }),
    );

    test(
      'that waits for a model or reads a file has its run to itself',
      each(({ region }) => {
        const batches = Object.fromEntries(
          queueMappings(region).map(({ FunctionName, BatchSize }) => {
            const { Description } = region.named(FunctionName).properties;
            return [text(Description).split('/').at(-1), BatchSize];
          }),
        );
        expect(batches).toMatchObject({ 'run-persona.ts': 1, 'extract-review.ts': 1, 'send-mail.ts': 10 });
      }),
    );

    test(
      'gives back only the messages that failed',
      each(({ region }) => {
        for (const mapping of mappings(region))
          expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      }),
    );
  });

  describe('the stream', () => {
    const stream = (region: Resources) =>
      mappings(region).filter((mapping) => region.named(mapping.EventSourceArn).type === 'AWS::DynamoDB::Table');

    test(
      'wakes one function, which cannot be held up for ever by one record',
      each(({ region }) => {
        expect(stream(region)).toEqual([
          expect.objectContaining({
            BisectBatchOnFunctionError: true,
            MaximumRetryAttempts: 5,
            MaximumRecordAgeInSeconds: 900,
            DestinationConfig: { OnFailure: { Destination: expect.anything() } },
          }),
        ]);
      }),
    );

    test(
      'passes rows that owe work, and rows whose grace ran out',
      each(({ region }) => {
        const patterns = list(stream(region)[0]?.FilterCriteria?.Filters).map(({ Pattern }) =>
          JSON.parse(text(Pattern)),
        );
        expect(patterns).toEqual([
          { dynamodb: { NewImage: { due_at: { N: [{ exists: true }] } } } },
          {
            eventName: ['REMOVE'],
            userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
            dynamodb: { OldImage: { job: { S: [{ exists: true }] } } },
          },
        ]);
      }),
    );
  });

  describe('the schedule', () => {
    test(
      'looks for overdue work every minute',
      each(({ region }) => {
        expect(region.of('AWS::Events::Rule').map(({ properties }) => properties.ScheduleExpression)).toEqual([
          'rate(1 minute)',
        ]);
      }),
    );
  });
};
